/** Identities by name: the ticket 'live' is the session of a subscriber, and so on. */
import { type EpochMs, epochMs } from "#contract/domain/units.ts";
import { AppError } from "../../platform/errors.ts";
import type { Identities, Identity } from "../../platform/users/identity.ts";

export interface FixedIdentities extends Identities {
  /** From now on the ticket's plan ends then, or has ended (undefined). Tells nobody. */
  change(ticket: string, subscribedUntil: EpochMs | undefined): void;
  /** From now on, or no longer, every question fails: the database is away. */
  isAway: boolean;
}

/** No test lasts so long. */
const FAR = epochMs(Date.UTC(2100, 0));

const identity = (sessionId: string, plan: Identity["plan"]): Identity => ({
  userId: `user of ${sessionId}`,
  sessionId,
  subscribed: plan !== null,
  subscribedUntil: plan === null ? undefined : FAR,
  plan,
  premium: plan !== null,
  admin: sessionId === "s-admin",
});

/** Tickets: 'live' and 'live2' (two sessions), '1min', 'unpaid', 'admin' (without a subscription). The cookie 'ticket={ticket}' is the same session. */
export function createFixedIdentities(): FixedIdentities {
  const known = new Map<string, Identity>([
    ["live", identity("s-live", "live")],
    ["live2", identity("s-live2", "live")],
    ["1min", identity("s-1min", "1min")],
    ["unpaid", identity("s-unpaid", null)],
    ["admin", identity("s-admin", null)],
  ]);
  const fixed: FixedIdentities = {
    isAway: false,
    async byTicket(ticket) {
      if (fixed.isAway) throw new AppError("unavailable");
      return known.get(ticket);
    },
    async byCookie(header) {
      if (fixed.isAway) throw new AppError("unavailable");
      return known.get(/ticket=(\w+)/.exec(header ?? "")?.[1] ?? "");
    },
    whyOver: async () => undefined,
    change(ticket, subscribedUntil) {
      const before = known.get(ticket);
      const plan = subscribedUntil === undefined ? null : "live";
      if (before) known.set(ticket, { ...identity(before.sessionId, plan), subscribedUntil });
    },
  };
  return fixed;
}

/** Any ticket is a session of a subscriber of its own: for a crowd. */
export function createManyIdentities(): Identities {
  return {
    ...createFixedIdentities(),
    byTicket: async (ticket) => ({ ...identity(ticket, "live"), userId: ticket }),
  };
}
