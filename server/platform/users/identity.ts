/** Who is asking: what the HTTP guard and the socket handshake know of a user. That a session has ended is news (news.ts). */
import type { EpochMs } from "#contract/domain/units.ts";

export interface Identity {
  readonly userId: string;
  readonly sessionId: string;
  readonly subscribed: boolean;
  /** When the subscription is over, by the wall clock; undefined without one. */
  readonly subscribedUntil: EpochMs | undefined;
  /** The active plan; null without a subscription. */
  readonly plan: "1min" | "live" | null;
  /** A paid plan is active: trials are not premium. */
  readonly premium: boolean;
  readonly admin: boolean;
}

/** Why a session is over, as its socket is told. */
export type SessionEnd = "logout" | "multiLogout" | "expired";

export interface Identities {
  /** The session of a Cookie header; undefined when there is none or it is over. */
  byCookie(cookieHeader: string | undefined): Promise<Identity | undefined>;
  /** The session of a socket ticket. A ticket is useless on HTTP. */
  byTicket(ticket: string): Promise<Identity | undefined>;
  /** Why the ticket's session is over; undefined where it is not, or there never was one. */
  whyOver(ticket: string): Promise<SessionEnd | undefined>;
}
