/** Limits that users set themselves, and kill switches; both survive a restart and hold on every edge. */
import { and, eq, getTableColumns, isNull, or, sql } from "drizzle-orm";
import type { Guards } from "#contract/wire/http/order-bodies.ts";
import type { Orm } from "../../../platform/database/db.ts";
import { orderGuard, orderStop, strategyStop } from "../schema.ts";

/** Whose switch is thrown. */
export type Stop = "own" | "operator" | undefined;

export interface GuardRepository {
  /** undefined where none were ever set. */
  find(accountId: string): Promise<Guards | undefined>;
  setGuards(accountId: string, guards: Guards, now: Date): Promise<void>;
  stopped(accountId: string): Promise<Stop>;
  /** @param accountId undefined: everybody's. @param actor who threw it. */
  throwStop(accountId: string | undefined, actor: string, now: Date): Promise<void>;
  releaseStop(accountId: string | undefined): Promise<void>;
  /** Strategies of the account whose switch is thrown, the first thrown first. */
  stoppedStrategies(accountId: string): Promise<readonly string[]>;
  /** @returns whether it is thrown; false: the account has as many as it may. */
  throwStrategyStop(accountId: string, strategy: string, now: Date): Promise<boolean>;
  releaseStrategyStop(accountId: string, strategy: string): Promise<void>;
}

export const NO_GUARDS: Guards = {
  orderValue: null,
  lots: null,
  ordersPerDay: null,
  lossPerDay: null,
  inPractice: false,
};

/** Nobody trades so many strategies; a script could fill the table. */
const MOST_STOPPED = 500;

const ofAccount = (accountId: string | undefined) =>
  accountId === undefined ? isNull(orderStop.accountId) : eq(orderStop.accountId, accountId);

export const createGuardRepository = (orm: Orm): GuardRepository => ({
  async find(accountId) {
    const { accountId: _, changedAt: __, ...limits } = getTableColumns(orderGuard);
    const rows = await orm.select(limits).from(orderGuard).where(eq(orderGuard.accountId, accountId));
    return rows[0];
  },
  async setGuards(accountId, guards, now) {
    const set = { ...guards, changedAt: now };
    await orm
      .insert(orderGuard)
      .values({ accountId, ...set })
      .onConflictDoUpdate({ target: orderGuard.accountId, set });
  },
  async stopped(accountId) {
    const rows = await orm
      .select({ accountId: orderStop.accountId })
      .from(orderStop)
      .where(or(isNull(orderStop.accountId), eq(orderStop.accountId, accountId)));
    if (rows.some((row) => row.accountId === null)) return "operator";
    return rows.length > 0 ? "own" : undefined;
  },
  async throwStop(accountId, actor, now) {
    await orm.execute(sql`
      insert into order_stop (account_id, thrown_at, actor)
      values (${accountId ?? null}, ${now.toISOString()}::timestamptz, ${actor}) on conflict do nothing`);
  },
  async releaseStop(accountId) {
    await orm.delete(orderStop).where(ofAccount(accountId));
  },
  async stoppedStrategies(accountId) {
    const rows = await orm
      .select({ strategy: strategyStop.strategy })
      .from(strategyStop)
      .where(eq(strategyStop.accountId, accountId))
      .orderBy(strategyStop.thrownAt, strategyStop.strategy);
    return rows.map(({ strategy }) => strategy);
  },
  async throwStrategyStop(accountId, strategy, now) {
    const { rowCount } = await orm.execute(sql`
      insert into order_strategy_stop (account_id, strategy, thrown_at)
      select ${accountId}::uuid, ${strategy}::text, ${now.toISOString()}::timestamptz
      where (select count(*) from order_strategy_stop where account_id = ${accountId}) < ${MOST_STOPPED}
      on conflict (account_id, strategy) do update set strategy = excluded.strategy`);
    return rowCount === 1;
  },
  async releaseStrategyStop(accountId, strategy) {
    await orm
      .delete(strategyStop)
      .where(and(eq(strategyStop.accountId, accountId), eq(strategyStop.strategy, strategy)));
  },
});
