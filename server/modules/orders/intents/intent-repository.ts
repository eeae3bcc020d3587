/** Writes intents down, finds them, and moves them on (`intent-moves.ts`). */
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, notInArray, or, sql } from "drizzle-orm";
import type { BookOrder, IntentState } from "#contract/domain/orders/order.ts";
import type { Orm, Transaction } from "../../../platform/database/db.ts";
import { type IntentRow, orderIntent, orderStop, strategyStop, strategyWatch } from "../schema.ts";
import { countOrders, type DayLimit, heldToDay } from "./day-limit.ts";
import { type Intent, isFree, type Submission } from "./intent.ts";
import { COLUMNS, type Moved, move, moveAndTell, type Settling } from "./intent-moves.ts";
import { FROM } from "./settlement.ts";
import { TWINS_LOCK, type TwinQuestion, twinsOf } from "./twins.ts";
import { isLate, type OtherExits } from "./under-way.ts";

export type NewIntent = Pick<
  IntentRow,
  "id" | "ownerHash" | "broker" | "connection" | "client" | "item" | "kind" | "tag" | "exchange" | "request"
> & {
  readonly accountId: string;
  /** Why it is not to be sent: it is written down as refused. */
  readonly refusal: string | undefined;
};

/** fresh: written now. known: written before with the same body. other: the key was used for another body. late: see `under-way.ts`. */
export type Recorded =
  | { readonly kind: "fresh" | "known"; readonly intents: readonly Intent[] }
  | { readonly kind: "other" }
  | { readonly kind: "late" };

/** What was decided by what is written down already: it is looked at again where this is written down beside it. */
export interface Bounds {
  /** Of an exit: where there are more by now, nothing is written: 'late'. */
  readonly others?: OtherExits;
  /** Of new orders and GTTs: those that go beyond it are written down as refused. */
  readonly day?: DayLimit | undefined;
}

export interface IntentRepository {
  /** All of a batch or nothing, committed when it resolves. */
  record(submission: Submission, intents: readonly NewIntent[], now: Date, bounds?: Bounds): Promise<Recorded>;
  /**
   * new -> sending, unless a kill switch is thrown, or that of its strategy, or its stop has acted.
   * @param isAlone nor while another that looks alike is not confirmed; an exit, while another is being sent.
   * @returns whether it may be sent: to one caller, once.
   */
  claim(intent: Intent, now: Date, isAlone?: boolean): Promise<boolean>;
  /** Whether a stop or target of its strategy has acted since its press began: then it may not be sent. */
  stopActed(intent: Intent): Promise<boolean>;
  /** Others of the account that look alike and are being sent or not confirmed. */
  twinsOf(intent: Intent, question: TwinQuestion): Promise<readonly Intent[]>;
  /** Orders of the broker's book that belong to intents of the account since then. */
  claimedIds(accountId: string, broker: string, since: Date): Promise<readonly string[]>;
  /** Intents of the account that are about orders which rest at a broker, the last first. @param broker all, unless told; so is `since` */
  aboutGtts(accountId: string, broker?: string, since?: Date): Promise<readonly Intent[]>;
  /** The order of each change that the account sent since then, as it was before: the first change last. */
  unchanged(accountId: string, broker: string, since: Date): Promise<readonly BookOrder[]>;
  /**
   * Writes down what the user is told of it, too. @returns the intent as it is now; undefined where another got there first, and the
   * step does not lead away from that.
   */
  settle(id: string, settling: Settling): Promise<Moved | undefined>;
  /** placed -> refused: the broker's book says that it was rejected after all; told as above. @returns undefined where it is not placed. */
  reject(id: string, message: string, now: Date): Promise<Intent | undefined>;
  /** Of what is unknown still: it is not looked for any more; told as above. @returns undefined where it is not unknown. */
  giveUp(id: string, message: string, now: Date): Promise<Intent | undefined>;
  /** Notes a look at the book that settled nothing. */
  looked(id: string, look: { readonly isGood: boolean; readonly checkAt: Date | null }): Promise<void>;
  /** The broker's book has changed: the orders of the account that are still watched are due by then. */
  lookSoon(accountId: string, broker: string, by: Date): Promise<void>;
  /**
   * Intents whose book is to be read now, each handed to one process; they are due again at `again`.
   * @param busy accounts of which none is handed out
   */
  claimDue(now: Date, again: Date, limit: number, busy?: readonly string[]): Promise<readonly Intent[]>;
  /** Those that a process left half done: 'new' ones, and 'sending' ones, that have not moved since. */
  abandoned(since: Date): Promise<readonly Intent[]>;
  byIds(ids: readonly string[]): Promise<readonly Intent[]>;
  /** Of one batch of a press, with what it was asked with. */
  ofBatch(accountId: string, key: string, batch: number): Promise<readonly (Intent & { readonly bodyHash: Buffer })[]>;
  /** Of one press of a button, in its order. */
  ofKey(accountId: string, key: string): Promise<readonly Intent[]>;
  /** Orders that the broker has confirmed over this connection, since then. */
  confirmedIds(connection: string, since: Date): Promise<readonly string[]>;
  /** What the broker itself refused since then, the last first. */
  refusals(
    accountId: string,
    broker: string,
    since: Date,
  ): Promise<readonly { readonly at: Date; readonly message: string }[]>;
  /** How many orders and GTTs were placed since then. */
  countSince(accountId: string, since: Date): Promise<number>;
  /** Everything that was asked for the account, with what became of it step by step; undefined where nothing was. */
  export(accountId: string): Promise<unknown>;
}

/** States in which the broker's book may still have something to say. */
const LOOKED_AFTER: IntentState[] = ["unknown", "absent", "placed"];

class OtherBody extends Error {}

export function createIntentRepository(orm: Orm): IntentRepository {
  const repository: IntentRepository = {
    async record({ key, batch, bodyHash }, intents, now, { others, day } = {}) {
      const asked = intents.map(({ refusal, ...intent }) => ({
        ...intent,
        key,
        batch,
        bodyHash,
        state: refusal === undefined ? ("new" as const) : ("refused" as const),
        message: refusal ?? "",
        createdAt: now,
        changedAt: now,
        goodReads: 0,
      }));
      try {
        return await orm.transaction(async (tx): Promise<Recorded> => {
          const accountId = asked[0]?.accountId ?? "";
          if (others !== undefined && (await isLate(tx, accountId, key, others))) return { kind: "late" };
          const rows = day === undefined ? asked : await heldToDay(tx, accountId, asked, day);
          const fresh = await tx
            .insert(orderIntent)
            .values([...rows])
            .onConflictDoNothing()
            .returning(COLUMNS);
          if (fresh.length === rows.length) {
            await tx.execute(sql`
              insert into order_event (intent_id, at, state, message)
              select id, created_at, state, message from order_intent
              where ${inArray(
                orderIntent.id,
                rows.map(({ id }) => id),
              )} order by item`);
            return { kind: "fresh", intents: inOrder(fresh) };
          }
          const known = await batchOf(tx, accountId, key, batch);
          const isSame = fresh.length === 0 && known.every((one) => one.bodyHash.equals(bodyHash));
          // What was written beside the others is taken back with the transaction.
          if (!isSame) throw new OtherBody();
          return { kind: "known", intents: known.map(({ bodyHash: _, ...intent }) => intent) };
        });
      } catch (error) {
        if (error instanceof OtherBody) return { kind: "other" };
        throw error;
      }
    },

    async claim(intent, now, isAlone = false) {
      const { id, accountId, request } = intent;
      const acted = stopOf(intent);
      const stopped = sql`and not exists (
        select 1 from ${orderStop} where ${orderStop.accountId} is null or ${orderStop.accountId} = ${accountId}
        union all select 1 from ${strategyStop} where ${strategyStop.accountId} = ${accountId}
          and ${strategyStop.strategy} = ${request.kind === "place" ? (request.strategy ?? null) : null})`;
      const sending = { state: "sending", message: "", now, checkAt: null } as const;
      const unless = isFree(request)
        ? sql``
        : sql`${stopped} ${acted === undefined ? sql`` : sql`and not exists (${acted})`}`;
      const twin = isAlone ? twinsOf(intent, "start") : undefined;
      if (twin === undefined) return move(orm, id, FROM.sending, sending, unless);
      return orm.transaction(async (tx) => {
        // Of two that would start now, the second sees the first.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${accountId ?? ""}), ${TWINS_LOCK}::int)`);
        return move(tx, id, FROM.sending, sending, sql`${unless} and not exists (${twin})`);
      });
    },

    async stopActed(intent) {
      const acted = stopOf(intent);
      return acted !== undefined && ((await orm.execute(acted)).rowCount ?? 0) > 0;
    },

    async twinsOf(intent, question) {
      const twins = twinsOf(intent, question);
      if (twins === undefined) return [];
      const { rows } = await orm.execute<{ readonly id: string }>(twins);
      return rows.length === 0 ? [] : repository.byIds(rows.map(({ id }) => id));
    },

    async claimedIds(accountId, broker, since) {
      const rows = await orm
        .selectDistinct({ id: orderIntent.orderId })
        .from(orderIntent)
        .where(
          and(
            eq(orderIntent.accountId, accountId),
            eq(orderIntent.broker, broker),
            inArray(orderIntent.kind, ["place", "exit"]),
            sql`${orderIntent.createdAt} >= ${since.toISOString()}::timestamptz`,
          ),
        );
      return rows.flatMap(({ id }) => id ?? []);
    },

    aboutGtts: (accountId, broker, since) =>
      orm
        .select(COLUMNS)
        .from(orderIntent)
        .where(
          and(
            eq(orderIntent.accountId, accountId),
            broker === undefined ? undefined : eq(orderIntent.broker, broker),
            inArray(orderIntent.kind, ["gtt-place", "gtt-modify", "gtt-delete"]),
            since === undefined ? undefined : gte(orderIntent.createdAt, since),
          ),
        )
        .orderBy(desc(orderIntent.createdAt)),

    async unchanged(accountId, broker, since) {
      const rows = await orm
        .select({ request: orderIntent.request })
        .from(orderIntent)
        .where(
          and(
            eq(orderIntent.accountId, accountId),
            eq(orderIntent.broker, broker),
            eq(orderIntent.kind, "modify"),
            isNotNull(orderIntent.sentAt),
            sql`${orderIntent.createdAt} >= ${since.toISOString()}::timestamptz`,
          ),
        )
        .orderBy(desc(orderIntent.createdAt));
      return rows.flatMap(({ request }) => (request.kind === "modify" ? request.order : []));
    },

    settle: (id, settling) => moveAndTell(orm, id, FROM[settling.state], settling),

    reject: (id, message, now) => moveAndTell(orm, id, ["placed"], { state: "refused", message, now, checkAt: null }),

    giveUp: (id, message, now) => moveAndTell(orm, id, ["unknown"], { state: "unknown", message, now, checkAt: null }),

    async looked(id, { isGood, checkAt }) {
      await orm
        .update(orderIntent)
        .set({ checkAt, goodReads: sql`${orderIntent.goodReads} + ${isGood ? 1 : 0}` })
        .where(and(eq(orderIntent.id, id), inArray(orderIntent.state, LOOKED_AFTER)));
    },

    async lookSoon(accountId, broker, by) {
      await orm
        .update(orderIntent)
        .set({ checkAt: by })
        .where(
          and(
            eq(orderIntent.accountId, accountId),
            eq(orderIntent.broker, broker),
            eq(orderIntent.state, "placed"),
            gt(orderIntent.checkAt, by),
          ),
        );
    },

    async claimDue(now, again, limit, busy = []) {
      const isFreeNow = or(isNull(orderIntent.accountId), notInArray(orderIntent.accountId, [...busy]));
      const due = orm
        .select({ id: orderIntent.id })
        .from(orderIntent)
        .where(and(lte(orderIntent.checkAt, now), inArray(orderIntent.state, LOOKED_AFTER), isFreeNow))
        .orderBy(orderIntent.checkAt)
        .limit(limit)
        .for("update", { skipLocked: true });
      return orm.update(orderIntent).set({ checkAt: again }).where(inArray(orderIntent.id, due)).returning(COLUMNS);
    },

    abandoned: (since) =>
      orm
        .select(COLUMNS)
        .from(orderIntent)
        .where(and(inArray(orderIntent.state, ["new", "sending"]), lt(orderIntent.changedAt, since))),

    byIds: async (ids) =>
      inOrder(
        await orm
          .select(COLUMNS)
          .from(orderIntent)
          .where(inArray(orderIntent.id, [...ids])),
      ),

    ofBatch: (accountId, key, batch) => batchOf(orm, accountId, key, batch),

    ofKey: (accountId, key) =>
      orm
        .select(COLUMNS)
        .from(orderIntent)
        .where(and(eq(orderIntent.accountId, accountId), eq(orderIntent.key, key)))
        .orderBy(asc(orderIntent.batch), asc(orderIntent.item)),

    async confirmedIds(connection, since) {
      const rows = await orm
        .selectDistinct({ id: orderIntent.orderId })
        .from(orderIntent)
        .where(
          and(
            eq(orderIntent.connection, connection),
            eq(orderIntent.state, "placed"),
            inArray(orderIntent.kind, ["place", "exit"]),
            sql`${orderIntent.createdAt} >= ${since.toISOString()}::timestamptz`,
          ),
        );
      return rows.flatMap(({ id }) => (id === null ? [] : [id]));
    },

    countSince: (accountId, since) => countOrders(orm, accountId, since),

    refusals: (accountId, broker, since) =>
      orm
        .select({ at: orderIntent.changedAt, message: orderIntent.message })
        .from(orderIntent)
        .where(
          and(
            eq(orderIntent.accountId, accountId),
            eq(orderIntent.broker, broker),
            eq(orderIntent.state, "refused"),
            isNotNull(orderIntent.sentAt),
            gte(orderIntent.changedAt, since),
          ),
        )
        .orderBy(desc(orderIntent.changedAt)),

    async export(accountId) {
      const { rows } = await orm.execute(sql`
        select i.created_at as at, i.broker, i.kind, i.tag, i.request, i.state, i.order_id as "orderId", i.message,
          (select json_agg(json_build_object('at', e.at, 'state', e.state, 'orderId', e.order_id, 'message', e.message)
            order by e.id) from order_event e where e.intent_id = i.id) as steps
        from order_intent i where i.account_id = ${accountId} order by i.created_at, i.batch, i.item`);
      return rows.length === 0 ? undefined : rows;
    },
  };
  return repository;
}

/** Stops and targets that have acted since the press began: what is left of it would open again what they close. */
function stopOf({ accountId, broker, key, request }: Intent) {
  if (request.kind !== "place" || request.strategy === undefined) return undefined;
  return sql`
    select 1 from ${strategyWatch} where ${strategyWatch.accountId} = ${accountId}
      and ${strategyWatch.broker} = ${broker} and ${strategyWatch.strategy} = ${request.strategy}
      and ${strategyWatch.actedAt} >= (
        select min(press.created_at) from order_intent press where press.account_id = ${accountId} and press.key = ${key})`;
}

const batchOf = (orm: Orm | Transaction, accountId: string, key: string, batch: number) =>
  orm
    .select({ ...COLUMNS, bodyHash: orderIntent.bodyHash })
    .from(orderIntent)
    .where(and(eq(orderIntent.accountId, accountId), eq(orderIntent.key, key), eq(orderIntent.batch, batch)))
    .orderBy(asc(orderIntent.item));

const inOrder = <Row extends { readonly item: number; readonly batch: number }>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => a.batch - b.batch || a.item - b.item);
