/**
 * Sessions: opaque secrets whose hashes the database keeps, so that ending one is immediate and a stolen table opens
 * nothing. The cookie's secret serves HTTP, the ticket the socket handshake; neither works in the other's place.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { WallClock } from "../../../platform/clocks.ts";
import type { Log } from "../../../platform/log.ts";
import type { News } from "../../../platform/news/news.ts";
import type { Identities, Identity, SessionEnd } from "../../../platform/users/identity.ts";
import type { Account, Session } from "../schema.ts";
import { isPremium, isSubscribed, subscribedUntil, subscriptionAt } from "../subscription.ts";
import { readSessionCookie } from "./cookies.ts";
import { createSessionMemory } from "./session-memory.ts";
import type { Ages, LiveSession, SessionRepository } from "./session-repository.ts";

const HOUR = 3600_000;
const LIFE_MS = 7 * 24 * HOUR;
const IDLE_MS = 24 * HOUR;
/** Being seen is written down at most this often. */
const TOUCH_MS = 60_000;
const SWEEP_MS = 60_000;
/** Ended sessions are kept this long, for questions about who was logged in. */
const KEEP_MS = 180 * 24 * HOUR;

export interface OpenedSession {
  readonly id: string;
  readonly token: string;
  readonly ticket: string;
  readonly expiresAt: Date;
}

export interface SessionRequest {
  readonly accountId: string;
  /** The hash that the password was checked against. */
  readonly passwordHash: string;
  /** The name of the cookie that will carry the token. */
  readonly cookieName: string;
  readonly fingerprint: string;
  readonly address: string;
}

export interface Sessions extends Identities {
  /**
   * Opens a session; the account's other one is over, and told so, before this returns.
   * @returns undefined where the password was changed since it was checked.
   */
  open(request: SessionRequest): Promise<OpenedSession | undefined>;
  /** Account and session of a Cookie header. */
  find(cookieHeader: string | undefined): Promise<LiveSession | undefined>;
  end(sessionId: string, why: SessionEnd): Promise<void>;
  endOfAccount(accountId: string, why: SessionEnd): Promise<void>;
  /** Ends what is too old now, and forgets what ended long ago. */
  sweep(): Promise<void>;
  /** Sweeps every minute; returns what stops it. */
  start(): () => void;
}

export interface SessionsDeps {
  readonly repository: SessionRepository;
  /** Reads what the repository recorded of sessions that ended. */
  readonly news: Pick<News, "wake" | "onNews">;
  readonly clock: WallClock;
  readonly log: Log;
  /** Whether demo accounts may be used; their sessions count for nothing where they may not. */
  readonly demo: boolean;
}

/** The purpose is part of what is hashed: a ticket can never match a cookie, nor a plain cookie a prefixed one. */
const hashOf = (purpose: string, secret: string): Buffer =>
  createHash("sha256").update(`${purpose}\n${secret}`).digest();

const TICKET = "ticket";
const newSecret = (): string => randomBytes(32).toString("base64url");

export function createSessions({ repository, news, clock, log, demo }: SessionsDeps): Sessions {
  const tell = async (ended: readonly string[]): Promise<void> => {
    if (ended.length > 0) await news.wake();
  };
  const ages = (): Ages => ({ now: new Date(clock.now()), idleSince: new Date(clock.now() - IDLE_MS) });

  const memory = createSessionMemory(clock);
  news.onNews(({ event }) => {
    if (event.type === "sessionEnded") memory.forget(event.sessionId);
  });

  const live = (by: "tokenHash" | "ticketHash", hash: Buffer): Promise<LiveSession | undefined> =>
    memory.live(`${by} ${hash.toString("base64")}`, async () => {
      const found = await repository.live(by, hash, ages());
      if (found === undefined || (found.account.demo && !demo)) return undefined;
      if (clock.now() - found.session.lastSeenAt.getTime() >= TOUCH_MS) {
        await repository.touch(found.session.id, new Date(clock.now()));
      }
      return found;
    });

  async function find(header: string | undefined): Promise<LiveSession | undefined> {
    const cookie = header === undefined ? undefined : readSessionCookie(header);
    return cookie === undefined ? undefined : live("tokenHash", hashOf(cookie.name, cookie.token));
  }

  const identify = (found: LiveSession | undefined): Identity | undefined =>
    found === undefined ? undefined : identityOf(found.session, found.account, clock.now());

  async function sweep(): Promise<void> {
    await tell(await repository.expire(ages()));
    await repository.forget(new Date(clock.now() - KEEP_MS));
  }

  return {
    byCookie: async (header) => identify(await find(header)),
    byTicket: async (ticket) => identify(await live("ticketHash", hashOf(TICKET, ticket))),
    whyOver: (ticket) => repository.whyOver(hashOf(TICKET, ticket)),
    find,
    async open({ cookieName, passwordHash, ...request }) {
      const [token, ticket, id] = [newSecret(), newSecret(), randomUUID()];
      const createdAt = new Date(clock.now());
      const expiresAt = new Date(clock.now() + LIFE_MS);
      const fresh = {
        ...request,
        id,
        tokenHash: hashOf(cookieName, token),
        ticketHash: hashOf(TICKET, ticket),
        createdAt,
        lastSeenAt: createdAt,
        expiresAt,
      };
      const ended = await repository.replace(fresh, passwordHash);
      if (ended === undefined) return undefined;
      await tell(ended);
      return { id, token, ticket, expiresAt };
    },
    end: async (sessionId, why) => tell(await repository.end(sessionId, why, new Date(clock.now()))),
    endOfAccount: async (accountId, why) => tell(await repository.endOfAccount(accountId, why, new Date(clock.now()))),
    sweep,
    start() {
      let isSweeping = false;
      return clock.every(SWEEP_MS, () => {
        if (isSweeping) return;
        isSweeping = true;
        sweep()
          .catch((error: unknown) => log.warn({ err: error }, "old sessions could not be ended"))
          .finally(() => {
            isSweeping = false;
          });
      });
    },
  };
}

const identityOf = (session: Session, account: Account, now: number): Identity => ({
  userId: account.id,
  sessionId: session.id,
  subscribed: isSubscribed(account, now),
  subscribedUntil: subscribedUntil(account, now),
  plan: isSubscribed(account, now) ? subscriptionAt(account, now).plan : null,
  premium: isPremium(account, now),
  admin: account.admin,
});
