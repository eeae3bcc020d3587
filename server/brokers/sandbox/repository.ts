/** The practice broker's tables. */
import { createHash, randomInt } from "node:crypto";
import { and, asc, eq, gt, inArray, lt, lte, sql } from "drizzle-orm";
import type { IsoDate } from "#contract/domain/units.ts";
import type { Orm, Transaction } from "../../platform/database/db.ts";
import type { AccountFacts } from "./account-book.ts";
import type { BookedGtt } from "./booked-gtt.ts";
import type { BookedOrder } from "./booked-order.ts";
import { addGtt, createGttRepository, type GttRepository, writeGtts } from "./gtt-repository.ts";
import {
  type NewPracticeFill,
  type PracticeFill,
  practiceAccount,
  practiceFill,
  practiceLeader,
  practiceOrder,
  practiceToken,
} from "./schema.ts";

export interface PracticeToken {
  readonly accountId: string;
  readonly kind: "request" | "access";
  readonly apiKey: string;
  readonly expiresAt: Date;
}

export interface PracticeRepository {
  /** From here on no process of a lower term keeps orders. @throws Error where one of a higher term leads. */
  lead(): Promise<void>;
  /** Made with the first login; the one that is there stays. */
  openAccount(accountId: string, now: Date): Promise<AccountFacts>;
  account(accountId: string): Promise<AccountFacts | undefined>;
  fillsOf(accountId: string): Promise<readonly PracticeFill[]>;
  ordersOf(accountId: string, day: IsoDate): Promise<readonly BookedOrder[]>;
  /** Of all accounts. */
  liveOrders(day: IsoDate): Promise<readonly BookedOrder[]>;
  /** Orders that wait for a price. */
  readonly gtts: GttRepository;
  /**
   * Orders, fills, and orders that waited for a price, all of them or none.
   * @returns the fills as they were kept, in their order. @throws Error as `lead` does.
   */
  keep(
    day: IsoDate,
    orders: readonly BookedOrder[],
    fills: readonly NewPracticeFill[],
    gtts?: readonly BookedGtt[],
  ): Promise<readonly PracticeFill[]>;
  /** @throws Error as `lead` does. */
  addGtt(gtt: Omit<BookedGtt, "id">): Promise<BookedGtt>;
  /** Orders of days before that were left live are over. */
  expireBefore(day: IsoDate): Promise<void>;
  /** Accounts that ever traded a contract of this expiry, or intraday on this day. */
  holders(by: { readonly expiry: IsoDate } | { readonly intraday: IsoDate }): Promise<readonly string[]>;
  keepToken(secret: string, token: PracticeToken): Promise<void>;
  /** @param now tokens that have expired count for nothing. */
  token(secret: string, kind: PracticeToken["kind"], now: Date): Promise<PracticeToken | undefined>;
  /** @returns the token where it was there: it works once. */
  spendToken(secret: string, kind: PracticeToken["kind"], now: Date): Promise<PracticeToken | undefined>;
  sweepTokens(now: Date): Promise<void>;
  export(accountId: string): Promise<unknown>;
}

/** Rupees: enough for orders of the freeze quantity. */
const OPENING_CASH = 1_00_00_000;
const DEPOSED = "another feed matches practice orders now";

const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

const anyClientId = (): string => `PR${randomInt(100_000, 1_000_000)}`;

/**
 * @param term of this process's tenure; left out where no other process matches orders.
 * @param drawClientId may draw what is taken: then it is asked again
 */
export function createPracticeRepository(
  orm: Orm,
  term?: number,
  drawClientId: () => string = anyClientId,
): PracticeRepository {
  const accountOf = async (accountId: string): Promise<AccountFacts | undefined> => {
    const { accountId: id, clientId, openingCash } = practiceAccount;
    const rows = await orm
      .select({ accountId: id, clientId, openingCash })
      .from(practiceAccount)
      .where(eq(practiceAccount.accountId, accountId));
    return rows[0];
  };
  const fillsOf = async (accountId: string): Promise<readonly PracticeFill[]> =>
    orm.select().from(practiceFill).where(eq(practiceFill.accountId, accountId)).orderBy(asc(practiceFill.id));
  const match = (secret: string, kind: PracticeToken["kind"], now: Date) =>
    and(eq(practiceToken.tokenHash, hashOf(secret)), eq(practiceToken.kind, kind), gt(practiceToken.expiresAt, now));

  /** Held until all is written: a successor reads it after that. */
  const holdLead = async (tx: Transaction): Promise<void> => {
    if (term === undefined) return;
    const leader = await tx.select().from(practiceLeader).where(eq(practiceLeader.term, term)).for("share");
    if (leader.length === 0) throw new Error(DEPOSED);
  };
  const gtts = createGttRepository(orm);

  return {
    gtts,
    async lead() {
      if (term === undefined) return;
      const led = await orm
        .insert(practiceLeader)
        .values({ term })
        .onConflictDoUpdate({ target: practiceLeader.one, set: { term }, setWhere: lte(practiceLeader.term, term) })
        .returning();
      if (led.length === 0) throw new Error(DEPOSED);
    },
    account: accountOf,
    fillsOf,
    async openAccount(accountId, now) {
      // A client id that was drawn may be another account's: then there is still none, and another is drawn.
      for (;;) {
        const known = await accountOf(accountId);
        if (known) return known;
        await orm
          .insert(practiceAccount)
          .values({ accountId, clientId: drawClientId(), openingCash: OPENING_CASH, createdAt: now })
          .onConflictDoNothing();
      }
    },
    async ordersOf(accountId, day) {
      const rows = await orm
        .select({ body: practiceOrder.body })
        .from(practiceOrder)
        .where(and(eq(practiceOrder.accountId, accountId), eq(practiceOrder.day, day)))
        .orderBy(asc(practiceOrder.id));
      return rows.map(({ body }) => body);
    },
    async liveOrders(day) {
      const rows = await orm
        .select({ body: practiceOrder.body })
        .from(practiceOrder)
        .where(and(eq(practiceOrder.day, day), inArray(practiceOrder.state, ["open", "waiting"])));
      return rows.map(({ body }) => body).sort((a, b) => a.order.turn - b.order.turn);
    },
    keep: (day, orders, fills, fired = []) =>
      orm.transaction(async (tx) => {
        await holdLead(tx);
        await writeGtts(tx, fired);
        for (const body of orders) {
          const { id, account: accountId, state } = body.order;
          await tx
            .insert(practiceOrder)
            .values({ id, accountId, day, state, body })
            .onConflictDoUpdate({ target: practiceOrder.id, set: { state, body } });
        }
        const kept: PracticeFill[] = [];
        // One by one: the order of the rows is the order of the fills.
        for (const fill of fills) kept.push(...(await tx.insert(practiceFill).values(fill).returning()));
        return kept;
      }),
    addGtt: (gtt) =>
      orm.transaction(async (tx) => {
        await holdLead(tx);
        return addGtt(tx, gtt);
      }),
    async expireBefore(day) {
      await orm.execute(sql`
        update ${practiceOrder}
        set state = 'cancelled',
            body = jsonb_set(jsonb_set(body, '{order,state}', '"cancelled"'), '{order,reason}', '"expired"')
        where day < ${day} and state in ('open', 'waiting')`);
    },
    async holders(by) {
      const condition =
        "expiry" in by
          ? sql`${practiceFill.key} ->> 'expiry' = ${by.expiry}`
          : and(eq(practiceFill.day, by.intraday), eq(practiceFill.product, "intraday"));
      const rows = await orm.selectDistinct({ accountId: practiceFill.accountId }).from(practiceFill).where(condition);
      return rows.map(({ accountId }) => accountId);
    },
    async keepToken(secret, token) {
      await orm.insert(practiceToken).values({ ...token, tokenHash: hashOf(secret) });
    },
    async token(secret, kind, now) {
      const rows = await orm
        .select()
        .from(practiceToken)
        .where(match(secret, kind, now));
      return rows[0];
    },
    async spendToken(secret, kind, now) {
      const rows = await orm
        .delete(practiceToken)
        .where(match(secret, kind, now))
        .returning();
      return rows[0];
    },
    async sweepTokens(now) {
      await orm.delete(practiceToken).where(lt(practiceToken.expiresAt, now));
    },
    async export(accountId) {
      const account = await accountOf(accountId);
      if (account === undefined) return undefined;
      const orders = await orm
        .select({ day: practiceOrder.day, order: practiceOrder.body })
        .from(practiceOrder)
        .where(eq(practiceOrder.accountId, accountId));
      const fills = (await fillsOf(accountId)).map(({ accountId: _, ...fill }) => fill);
      const waiting = (await gtts.of(accountId)).map(({ accountId: _, ...gtt }) => gtt);
      return { clientId: account.clientId, openingCash: account.openingCash, orders, fills, gtts: waiting };
    },
  };
}
