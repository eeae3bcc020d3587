/** Keeps which strategies have a stop or a target that acts, and what ended those that have none any more. */
import { and, asc, eq, gte, isNotNull, isNull, lt, notInArray, sql } from "drizzle-orm";
import type { Orm } from "../../../platform/database/db.ts";
import { strategyWatch, type WatchRow } from "../schema.ts";

export interface WatchRepository {
  /** Takes the place of what is armed for the strategy. @returns false: the account has as many as it may. */
  arm(
    watch: Pick<WatchRow, "id" | "accountId" | "broker" | "connection" | "strategy" | "stop" | "target">,
    now: Date,
  ): Promise<boolean>;
  /** Those of the account that were armed since then, the first armed first. */
  since(accountId: string, broker: string, since: Date): Promise<readonly WatchRow[]>;
  /** Says that it is looked after. @returns it as it is now; undefined where it has ended. */
  seen(id: string, now: Date): Promise<WatchRow | undefined>;
  /** Says that it begins to close, the first time. */
  acted(id: string, now: Date): Promise<void>;
  /** Says of one that is armed what it waits for, or is about to do. @returns whether it is armed */
  note(id: string, words: string): Promise<boolean>;
  /** @returns whether it was armed */
  end(id: string, words: string, now: Date): Promise<boolean>;
  /** @returns the words of one that has ended */
  ended(id: string): Promise<string | undefined>;
  /** @returns whether there was one. */
  disarm(accountId: string, broker: string, strategy: string, now: Date): Promise<boolean>;
  /** What came of it after all. */
  say(id: string, words: string): Promise<void>;
  /** Ends what nobody has looked after since then, but for `own`; what was said of it stays before the words. @returns those. */
  endUnseen(since: Date, own: readonly string[], words: string, now: Date): Promise<readonly WatchRow[]>;
  export(accountId: string): Promise<readonly WatchRow[] | undefined>;
}

/** Each is looked after every few seconds, and costs the broker's requests. */
const MOST_ARMED = 10;

const isArmed = isNull(strategyWatch.endedAt);

export const createWatchRepository = (orm: Orm): WatchRepository => ({
  arm: (watch, now) =>
    orm.transaction(async (tx) => {
      const ofAccount = and(eq(strategyWatch.accountId, watch.accountId), isArmed);
      const own = and(ofAccount, eq(strategyWatch.broker, watch.broker), eq(strategyWatch.strategy, watch.strategy));
      await tx.update(strategyWatch).set({ endedAt: now, ended: "Armed anew" }).where(own);
      const [found] = await tx.select({ count: sql<number>`count(*)::int` }).from(strategyWatch).where(ofAccount);
      if ((found?.count ?? 0) >= MOST_ARMED) return false;
      await tx.insert(strategyWatch).values({ ...watch, armedAt: now, seenAt: now, ended: "" });
      return true;
    }),
  since: (accountId, broker, since) =>
    orm
      .select()
      .from(strategyWatch)
      .where(
        and(
          eq(strategyWatch.accountId, accountId),
          eq(strategyWatch.broker, broker),
          gte(strategyWatch.armedAt, since),
        ),
      )
      .orderBy(asc(strategyWatch.armedAt)),
  async seen(id, now) {
    const own = and(eq(strategyWatch.id, id), isArmed);
    return (await orm.update(strategyWatch).set({ seenAt: now }).where(own).returning())[0];
  },
  async acted(id, now) {
    const own = and(eq(strategyWatch.id, id), isArmed, isNull(strategyWatch.actedAt));
    await orm.update(strategyWatch).set({ actedAt: now }).where(own);
  },
  async note(id, words) {
    const own = and(eq(strategyWatch.id, id), isArmed);
    return (await orm.update(strategyWatch).set({ ended: words }).where(own).returning()).length === 1;
  },
  async end(id, words, now) {
    const own = and(eq(strategyWatch.id, id), isArmed);
    return (await orm.update(strategyWatch).set({ endedAt: now, ended: words }).where(own).returning()).length === 1;
  },
  async ended(id) {
    const own = and(eq(strategyWatch.id, id), isNotNull(strategyWatch.endedAt));
    return (await orm.select({ words: strategyWatch.ended }).from(strategyWatch).where(own))[0]?.words;
  },
  async disarm(accountId, broker, strategy, now) {
    const ofAccount = and(eq(strategyWatch.accountId, accountId), eq(strategyWatch.broker, broker), isArmed);
    const own = and(ofAccount, eq(strategyWatch.strategy, strategy));
    return (await orm.update(strategyWatch).set({ endedAt: now, ended: "" }).where(own).returning()).length === 1;
  },
  async say(id, words) {
    await orm.update(strategyWatch).set({ ended: words }).where(eq(strategyWatch.id, id));
  },
  endUnseen: (since, own, words, now) =>
    orm
      .update(strategyWatch)
      .set({ endedAt: now, ended: sql`concat_ws('. ', nullif(${strategyWatch.ended}, ''), ${words}::text)` })
      .where(and(isArmed, lt(strategyWatch.seenAt, since), notInArray(strategyWatch.id, [...own])))
      .returning(),
  async export(accountId) {
    const rows = await orm.select().from(strategyWatch).where(eq(strategyWatch.accountId, accountId));
    return rows.length === 0 ? undefined : rows;
  },
});
