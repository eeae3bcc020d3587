/** Keeps secret addresses by their hashes, and what came by them. */
import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { DraftLeg } from "#contract/wire/http/order-drafts.ts";
import type { Orm } from "../../../platform/database/db.ts";
import { type DraftRow, type HookRow, orderDraft, orderHook } from "../schema.ts";

export interface NewDraft {
  readonly id: string;
  readonly accountId: string;
  readonly hook: string;
  readonly note: string;
  readonly legs: readonly DraftLeg[];
  readonly endsAt: Date;
}

export interface DraftRepository {
  hooks(accountId: string): Promise<readonly HookRow[]>;
  /** @returns whether there is one more; false: the account has as many as it may. */
  addHook(hook: Omit<HookRow, "usedAt">): Promise<boolean>;
  /** @returns whether there was one. */
  revoke(accountId: string, id: string): Promise<boolean>;
  byToken(tokenHash: Buffer): Promise<HookRow | undefined>;
  /** Those whose day is not over, the newest first. */
  drafts(accountId: string, now: Date): Promise<readonly DraftRow[]>;
  /** @returns whether it is kept; false: as many wait as may. What is over is forgotten on the way. */
  add(draft: NewDraft, now: Date): Promise<boolean>;
  used(hookId: string, now: Date): Promise<void>;
  /** @returns whether there was one. */
  opened(accountId: string, id: string, now: Date): Promise<boolean>;
  /** @returns whether there was one. */
  dismiss(accountId: string, id: string): Promise<boolean>;
  export(accountId: string): Promise<unknown>;
}

export const MOST_HOOKS = 5;
export const MOST_DRAFTS = 50;

export const createDraftRepository = (orm: Orm): DraftRepository => ({
  hooks: (accountId) =>
    orm.select().from(orderHook).where(eq(orderHook.accountId, accountId)).orderBy(orderHook.madeAt),
  async addHook({ id, accountId, name, tokenHash, madeAt }) {
    const { rowCount } = await orm.execute(sql`
      insert into order_hook (id, account_id, name, token_hash, made_at)
      select ${id}::uuid, ${accountId}::uuid, ${name}::text, decode(${tokenHash.toString("hex")}::text, 'hex'),
        ${madeAt.toISOString()}::timestamptz
      where (select count(*) from order_hook where account_id = ${accountId}) < ${MOST_HOOKS}`);
    return rowCount === 1;
  },
  async revoke(accountId, id) {
    const own = and(eq(orderHook.accountId, accountId), eq(orderHook.id, id));
    return (await orm.delete(orderHook).where(own).returning()).length === 1;
  },
  async byToken(tokenHash) {
    const [found] = await orm.select().from(orderHook).where(eq(orderHook.tokenHash, tokenHash));
    return found;
  },
  drafts: (accountId, now) =>
    orm
      .select()
      .from(orderDraft)
      .where(and(eq(orderDraft.accountId, accountId), gt(orderDraft.endsAt, now)))
      .orderBy(desc(orderDraft.receivedAt)),
  async add({ id, accountId, hook, note, legs, endsAt }, now) {
    await orm.delete(orderDraft).where(lte(orderDraft.endsAt, now));
    const { rowCount } = await orm.execute(sql`
      insert into order_draft (id, account_id, hook, note, legs, received_at, ends_at)
      select ${id}::uuid, ${accountId}::uuid, ${hook}::text, ${note}::text, ${JSON.stringify(legs)}::jsonb,
        ${now.toISOString()}::timestamptz, ${endsAt.toISOString()}::timestamptz
      where (select count(*) from order_draft where account_id = ${accountId}) < ${MOST_DRAFTS}`);
    return rowCount === 1;
  },
  async used(hookId, now) {
    await orm.update(orderHook).set({ usedAt: now }).where(eq(orderHook.id, hookId));
  },
  async opened(accountId, id, now) {
    const own = and(eq(orderDraft.accountId, accountId), eq(orderDraft.id, id));
    return (await orm.update(orderDraft).set({ openedAt: now }).where(own).returning()).length === 1;
  },
  async dismiss(accountId, id) {
    const own = and(eq(orderDraft.accountId, accountId), eq(orderDraft.id, id));
    return (await orm.delete(orderDraft).where(own).returning()).length === 1;
  },
  async export(accountId) {
    const { id, name, madeAt, usedAt } = orderHook;
    const [hooks, drafts] = await Promise.all([
      orm.select({ id, name, madeAt, usedAt }).from(orderHook).where(eq(orderHook.accountId, accountId)),
      orm.select().from(orderDraft).where(eq(orderDraft.accountId, accountId)),
    ]);
    return hooks.length + drafts.length === 0 ? undefined : { hooks, drafts };
  },
});
