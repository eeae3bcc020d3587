/** Reads and writes connections to brokers. One that has ended keeps its row, without its secrets. */
import { and, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import type { Orm } from "../../platform/database/db.ts";
import { account, session } from "../accounts/schema.ts";
import { type BrokerSessionRow, brokerAttempt, brokerSession, type EndReason } from "./schema.ts";

export type NewBrokerSession = Omit<BrokerSessionRow, "endedAt" | "endReason" | "sealed"> & { readonly sealed: Buffer };
/** With the owner's address. */
export type LiveRow = NewBrokerSession & { readonly email: string };
export type NewAttempt = typeof brokerAttempt.$inferInsert;

export interface BrokerSessionRepository {
  /** Takes the place of the account's connection, if it has one. */
  insert(row: NewBrokerSession): Promise<void>;
  /** While neither it nor the login that it lives in is over; logins that age are ended by their own module. */
  live(accountId: string, now: Date): Promise<LiveRow | undefined>;
  liveAccounts(now: Date): Promise<readonly string[]>;
  /** Sealed again under another key, unless it has ended. */
  reseal(id: string, sealed: Buffer): Promise<void>;
  /** @returns whether this ended it. */
  end(id: string, reason: EndReason, now: Date): Promise<boolean>;
  /** Ends those whose login or own time is over. @returns their accounts. */
  endStale(now: Date): Promise<readonly string[]>;
  addAttempt(attempt: NewAttempt): Promise<void>;
  /** It can be taken once. */
  takeAttempt(idHash: Buffer, accountId: string, now: Date): Promise<NewAttempt | undefined>;
  forgetAttempts(now: Date): Promise<void>;
}

const isLive = (now: Date) => and(isNull(brokerSession.endedAt), gt(brokerSession.endsAt, now));

export function createBrokerSessionRepository(orm: Orm): BrokerSessionRepository {
  return {
    insert: (row) =>
      orm.transaction(async (tx) => {
        await tx
          .update(brokerSession)
          .set({ endedAt: row.startedAt, endReason: "replaced", sealed: null })
          .where(and(eq(brokerSession.accountId, row.accountId), isNull(brokerSession.endedAt)));
        await tx.insert(brokerSession).values(row);
      }),
    async live(accountId, now) {
      const rows = await orm
        .select({ row: brokerSession, email: account.email })
        .from(brokerSession)
        .innerJoin(account, eq(account.id, brokerSession.accountId))
        .innerJoin(session, eq(session.id, brokerSession.loginSession))
        .where(and(eq(brokerSession.accountId, accountId), isLive(now), isNull(session.endedAt)));
      const [found] = rows;
      return found?.row.sealed ? { ...found.row, sealed: found.row.sealed, email: found.email } : undefined;
    },
    async liveAccounts(now) {
      const rows = await orm
        .select({ accountId: brokerSession.accountId })
        .from(brokerSession)
        .innerJoin(session, eq(session.id, brokerSession.loginSession))
        .where(and(isLive(now), isNull(session.endedAt)));
      return rows.map(({ accountId }) => accountId);
    },
    async reseal(id, sealed) {
      await orm
        .update(brokerSession)
        .set({ sealed })
        .where(and(eq(brokerSession.id, id), isNull(brokerSession.endedAt)));
    },
    async end(id, reason, now) {
      const rows = await orm
        .update(brokerSession)
        .set({ endedAt: now, endReason: reason, sealed: null })
        .where(and(eq(brokerSession.id, id), isNull(brokerSession.endedAt)))
        .returning({ id: brokerSession.id });
      return rows.length > 0;
    },
    async endStale(now) {
      const loginOver = sql`not exists (
        select 1 from ${session} where ${session.id} = ${brokerSession.loginSession}
          and ${session.endedAt} is null)`;
      const isOver = lte(brokerSession.endsAt, now);
      const rows = await orm
        .update(brokerSession)
        .set({
          endedAt: now,
          endReason: sql`case when ${isOver} then 'expired' else 'login-ended' end`,
          sealed: null,
        })
        .where(and(isNull(brokerSession.endedAt), or(isOver, loginOver)))
        .returning({ accountId: brokerSession.accountId });
      return rows.map(({ accountId }) => accountId);
    },
    async addAttempt(attempt) {
      await orm.insert(brokerAttempt).values(attempt);
    },
    async takeAttempt(idHash, accountId, now) {
      const rows = await orm.delete(brokerAttempt).where(eq(brokerAttempt.idHash, idHash)).returning();
      return rows.find((row) => row.accountId === accountId && row.expiresAt > now);
    },
    async forgetAttempts(now) {
      await orm.delete(brokerAttempt).where(lte(brokerAttempt.expiresAt, now));
    },
  };
}
