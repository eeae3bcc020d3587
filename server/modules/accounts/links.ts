/**
 * Links of e-mails. The token in a link is made from the server's secret and the id of the message, so that a message
 * that is sent again carries the same link, and the database knows only its hash.
 */
import { createHash } from "node:crypto";
import { and, eq, gt, lte, ne, sql } from "drizzle-orm";
import { DAY_MS } from "#contract/domain/reference/calendar.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm, Transaction } from "../../platform/database/db.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { account, accountLink } from "./schema.ts";

export type LinkPurpose = "confirm" | "reset";

const LIFE_MS = { confirm: 7 * DAY_MS, reset: 15 * 60_000 } as const;
/**
 * Of one purpose and account at a time. Further requests send nothing, and lock nobody out: what was sent still works,
 * so a stranger who asks for links can neither flood a mailbox nor keep its owner from changing the password.
 */
const MAX_LIVE = 3;

export interface Links {
  /** The token of the message's link. @returns undefined where enough links of the account work already. */
  issue(accountId: string, purpose: LinkPurpose, mailId: string): Promise<string | undefined>;
  /** Whose link it is, while it works. */
  find(orm: Orm | Transaction, purpose: LinkPurpose, token: string): Promise<string | undefined>;
  /** Uses it up, with every other link of the account and purpose. @returns the account's id; undefined if it does not work. */
  use(tx: Transaction, purpose: LinkPurpose, token: string): Promise<string | undefined>;
  /** Forgets links that work no more. */
  sweep(): Promise<void>;
}

export interface LinksDeps {
  readonly orm: Orm;
  readonly secrets: Secrets;
  readonly clock: WallClock;
}

const hashOf = (purpose: LinkPurpose, token: string): Buffer =>
  createHash("sha256").update(`${purpose}\n${token}`).digest();

export function createLinks({ orm, secrets, clock }: LinksDeps): Links {
  const isLive = () => gt(accountLink.expiresAt, new Date(clock.now()));
  return {
    async issue(accountId, purpose, mailId) {
      const token = secrets.derive(`${purpose} link`, mailId).toString("base64url");
      const hash = hashOf(purpose, token);
      const expiresAt = new Date(clock.now() + LIFE_MS[purpose]);
      const ofAccount = and(eq(accountLink.accountId, accountId), eq(accountLink.purpose, purpose));
      return orm.transaction(async (tx) => {
        // Messages of one account queue here: sent in parallel, each would see too few of the others.
        await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for("update");
        const [others] = await tx
          .select({ live: sql<number>`count(*)::int` })
          .from(accountLink)
          .where(and(ofAccount, isLive(), ne(accountLink.hash, hash)));
        if ((others?.live ?? 0) >= MAX_LIVE) return undefined;
        await tx
          .insert(accountLink)
          .values({ hash, accountId, purpose, expiresAt })
          .onConflictDoUpdate({ target: accountLink.hash, set: { expiresAt } });
        return token;
      });
    },
    async find(from, purpose, token) {
      const [found] = await from
        .select({ accountId: accountLink.accountId })
        .from(accountLink)
        .where(and(eq(accountLink.hash, hashOf(purpose, token)), isLive()));
      return found?.accountId;
    },
    async use(tx, purpose, token) {
      const [used] = await tx
        .delete(accountLink)
        .where(and(eq(accountLink.hash, hashOf(purpose, token)), isLive()))
        .returning({ accountId: accountLink.accountId });
      if (used === undefined) return undefined;
      await tx
        .delete(accountLink)
        .where(and(eq(accountLink.accountId, used.accountId), eq(accountLink.purpose, purpose)));
      return used.accountId;
    },
    async sweep() {
      await orm.delete(accountLink).where(lte(accountLink.expiresAt, new Date(clock.now())));
    },
  };
}
