/** Reads and writes sessions. A session is live until it is ended, whether by its user, by another login or by age. */
import { and, eq, gt, gte, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Orm } from "../../platform/db.ts";
import type { SessionEnd } from "../../platform/identity.ts";
import { type Account, account, type Session, session } from "./schema.ts";

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

export interface EndedSession {
  readonly id: string;
  readonly why: SessionEnd;
  readonly at: Date;
}

export interface SessionRepository {
  /** Ends the account's live session and opens this one, in one transaction. @returns ids of the ended sessions. */
  replace(fresh: NewSession): Promise<readonly string[]>;
  live(by: "tokenHash" | "ticketHash", hash: Buffer, ages: Ages): Promise<LiveSession | undefined>;
  touch(id: string, now: Date): Promise<void>;
  /** @returns whether it was live until now. */
  end(id: string, why: SessionEnd, now: Date): Promise<boolean>;
  endOfAccount(accountId: string, why: SessionEnd, now: Date): Promise<readonly string[]>;
  /** What ended at that time or later. */
  endedSince(time: Date): Promise<readonly EndedSession[]>;
  /** Ends what is too old. @returns the ids. */
  expire(ages: Ages): Promise<readonly string[]>;
  forget(endedBefore: Date): Promise<void>;
}

export function createSessionRepository(orm: Orm): SessionRepository {
  const isLive = isNull(session.endedAt);
  return {
    replace: (fresh) =>
      orm.transaction(async (tx) => {
        // Parallel logins of one user queue here; the unique index would let only the first of them through.
        await tx.select({ id: account.id }).from(account).where(eq(account.id, fresh.accountId)).for("update");
        const ended = await tx
          .update(session)
          .set({ endedAt: fresh.createdAt, endReason: "multiLogout" })
          .where(and(eq(session.accountId, fresh.accountId), isLive))
          .returning({ id: session.id });
        await tx.insert(session).values(fresh);
        await tx.update(account).set({ lastLoginAt: fresh.createdAt }).where(eq(account.id, fresh.accountId));
        return ended.map(({ id }) => id);
      }),
    async live(by, hash, { now, idleSince }) {
      const rows = await orm
        .select({ session, account })
        .from(session)
        .innerJoin(account, eq(account.id, session.accountId))
        .where(and(eq(session[by], hash), isLive, gt(session.expiresAt, now), gt(session.lastSeenAt, idleSince)));
      return rows[0];
    },
    async touch(id, now) {
      await orm
        .update(session)
        .set({ lastSeenAt: now })
        .where(and(eq(session.id, id), isLive));
    },
    async end(id, why, now) {
      const rows = await orm
        .update(session)
        .set({ endedAt: now, endReason: why })
        .where(and(eq(session.id, id), isLive))
        .returning({ id: session.id });
      return rows.length > 0;
    },
    async endOfAccount(accountId, why, now) {
      const rows = await orm
        .update(session)
        .set({ endedAt: now, endReason: why })
        .where(and(eq(session.accountId, accountId), isLive))
        .returning({ id: session.id });
      return rows.map(({ id }) => id);
    },
    async endedSince(time) {
      const rows = await orm
        .select({ id: session.id, why: session.endReason, at: session.endedAt })
        .from(session)
        .where(gte(session.endedAt, time));
      return rows.map(({ id, why, at }) => ({ id, why: why ?? "expired", at: at ?? time }));
    },
    async expire({ now, idleSince }) {
      const rows = await orm
        .update(session)
        .set({ endedAt: now, endReason: "expired" })
        .where(and(isLive, or(lte(session.expiresAt, now), lte(session.lastSeenAt, idleSince))))
        .returning({ id: session.id });
      return rows.map(({ id }) => id);
    },
    async forget(endedBefore) {
      await orm.delete(session).where(and(sql`${session.endedAt} is not null`, lt(session.endedAt, endedBefore)));
    },
  };
}
