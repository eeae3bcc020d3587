/** Keeps which baskets the practice broker's page has placed, so that each is placed once, whatever process is asked. */
import { createHash } from "node:crypto";
import { and, eq, lt } from "drizzle-orm";
import type { Orm } from "../../platform/database/db.ts";
import { practiceBasket } from "../sandbox/schema.ts";

/** A basket that somebody has pressed for. */
export interface PlacedBasket {
  /** Whether these are its data. */
  readonly isSame: boolean;
  /** What is said of each order; undefined while they are being placed, and where that was cut short. */
  readonly answers: readonly string[] | undefined;
}

/** @property key a UUID */
export interface BasketRepository {
  find(accountId: string, key: string, data: string): Promise<PlacedBasket | undefined>;
  /** Committed when it resolves. @returns whether it is the caller's to place: to one caller, once. */
  begin(accountId: string, key: string, data: string, now: Date): Promise<boolean>;
  answered(accountId: string, key: string, answers: readonly string[]): Promise<void>;
}

/** The contracts of a page that was left open longer have expired, or its hand-over is forgotten by its user, too. */
const KEPT_MS = 30 * 86_400_000;

const hashOf = (data: string): Buffer => createHash("sha256").update(data).digest();
const own = (accountId: string, key: string) =>
  and(eq(practiceBasket.accountId, accountId), eq(practiceBasket.key, key));

export const createBasketRepository = (orm: Orm): BasketRepository => ({
  async find(accountId, key, data) {
    const [found] = await orm.select().from(practiceBasket).where(own(accountId, key));
    return found && { isSame: found.dataHash.equals(hashOf(data)), answers: found.answers ?? undefined };
  },
  async begin(accountId, key, data, now) {
    await orm.delete(practiceBasket).where(lt(practiceBasket.at, new Date(now.getTime() - KEPT_MS)));
    const row = { accountId, key, dataHash: hashOf(data), at: now };
    const fresh = await orm
      .insert(practiceBasket)
      .values(row)
      .onConflictDoNothing()
      .returning({ key: practiceBasket.key });
    return fresh.length > 0;
  },
  async answered(accountId, key, answers) {
    await orm.update(practiceBasket).set({ answers }).where(own(accountId, key));
  },
});
