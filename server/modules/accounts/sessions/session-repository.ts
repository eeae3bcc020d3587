/**
 * Reads and writes sessions. A session is live until it is ended, whether by its user, by another login or by age. Each end
 * is recorded as news with it, so that every process hears of it, whoever ended it.
 */
import { and, eq, gt, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { Orm, Transaction } from "../../../platform/database/db.ts";
import { recordNews } from "../../../platform/news/news-store.ts";
import type { SessionEnd } from "../../../platform/users/identity.ts";
import { type Account, account, type Session, session } from "../schema.ts";

export type NewSession = Omit<Session, "endedAt" | "endReason">;

/** Which sessions are too old at `now`. */
export interface Ages {
  readonly now: Date;
  /** Last seen before this: idle for too long. */
  readonly idleSince: Date;
}

export interface LiveSession {
  readonly session: Session;
  readonly account: Account;
}

export interface SessionRepository {
  /**
   * Ends the account's live session and opens this one, in one transaction.
   * @param passwordHash that was checked
   * @returns ids of the ended sessions; undefined, and nothing happens, where the account has another password by now.
   */
  replace(fresh: NewSession, passwordHash: string): Promise<readonly string[] | undefined>;
  live(by: "tokenHash" | "ticketHash", hash: Buffer, ages: Ages): Promise<LiveSession | undefined>;
  touch(id: string, now: Date): Promise<void>;
  /** @returns undefined where it is not over, or no longer known. */
  whyOver(ticketHash: Buffer): Promise<SessionEnd | undefined>;
  /** @returns its id where it was live until now. */
  end(id: string, why: SessionEnd, now: Date): Promise<readonly string[]>;
  endOfAccount(accountId: string, why: SessionEnd, now: Date): Promise<readonly string[]>;
  /** Ends what is too old. @returns the ids. */
  expire(ages: Ages): Promise<readonly string[]>;
  forget(endedBefore: Date): Promise<void>;
}

const isLive = isNull(session.endedAt);

async function endLive(tx: Transaction, which: SQL | undefined, why: SessionEnd, now: Date): Promise<string[]> {
  const ended = await tx
    .update(session)
    .set({ endedAt: now, endReason: why })
    .where(and(which, isLive))
    .returning({ id: session.id, accountId: session.accountId });
  for (const { id: sessionId, accountId } of ended) {
    await recordNews(tx, accountId, [{ type: "sessionEnded", sessionId, why }]);
  }
  return ended.map(({ id }) => id);
}

/** Within a transaction of the caller's, who wakes the news when it is committed. @returns ids of the ended sessions. */
export const endSessionsOf = (tx: Transaction, accountId: string, why: SessionEnd, now: Date) =>
  endLive(tx, eq(session.accountId, accountId), why, now);

export function createSessionRepository(orm: Orm): SessionRepository {
  return {
    replace: (fresh, passwordHash) =>
      orm.transaction(async (tx) => {
        // Parallel logins of one user queue here; the unique index would let only the first of them through.
        const own = eq(account.id, fresh.accountId);
        const [now] = await tx.select({ passwordHash: account.passwordHash }).from(account).where(own).for("update");
        // Who changes the password ends the account's sessions: none may come after that by the old one.
        if (now?.passwordHash !== passwordHash) return undefined;
        const ended = await endLive(tx, eq(session.accountId, fresh.accountId), "multiLogout", fresh.createdAt);
        await tx.insert(session).values(fresh);
        await tx.update(account).set({ lastLoginAt: fresh.createdAt }).where(own);
        return ended;
      }),
    async live(by, hash, { now, idleSince }) {
      const rows = await orm
        .select({ session, account })
        .from(session)
        .innerJoin(account, eq(account.id, session.accountId))
        .where(and(eq(session[by], hash), isLive, gt(session.expiresAt, now), gt(session.lastSeenAt, idleSince)));
      return rows[0];
    },
    async whyOver(ticketHash) {
      const rows = await orm.select({ why: session.endReason }).from(session).where(eq(session.ticketHash, ticketHash));
      return rows[0]?.why ?? undefined;
    },
    async touch(id, now) {
      await orm
        .update(session)
        .set({ lastSeenAt: now })
        .where(and(eq(session.id, id), isLive));
    },
    end: (id, why, now) => orm.transaction((tx) => endLive(tx, eq(session.id, id), why, now)),
    endOfAccount: (accountId, why, now) => orm.transaction((tx) => endSessionsOf(tx, accountId, why, now)),
    expire: ({ now, idleSince }) => {
      const isOld = or(lte(session.expiresAt, now), lte(session.lastSeenAt, idleSince));
      return orm.transaction((tx) => endLive(tx, isOld, "expired", now));
    },
    async forget(endedBefore) {
      await orm.delete(session).where(and(sql`${session.endedAt} is not null`, lt(session.endedAt, endedBefore)));
    },
  };
}
