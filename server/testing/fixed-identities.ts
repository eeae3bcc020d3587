/** Identities by name: the ticket 'live' is the session of a subscriber, and so on; `end` ends a session. */
import { type EpochMs, epochMs } from "#contract/domain/units.ts";
import type { Identities, Identity, SessionEnd } from "../platform/identity.ts";

export interface FixedIdentities extends Identities {
  end(sessionId: string, why: SessionEnd): void;
  /** From now on the ticket's plan ends then, or has ended (undefined). Tells nobody. */
  change(ticket: string, subscribedUntil: EpochMs | undefined): void;
  /** Says that the ticket's user may see more or less than before. */
  tellChanged(ticket: string): void;
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
  const listeners = new Set<(sessionId: string, why: SessionEnd) => void>();
  const changed = new Set<(userId: string) => void>();
  return {
    byTicket: async (ticket) => known.get(ticket),
    byCookie: async (header) => known.get(/ticket=(\w+)/.exec(header ?? "")?.[1] ?? ""),
    onEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onChanged(listener) {
      changed.add(listener);
      return () => changed.delete(listener);
    },
    change(ticket, subscribedUntil) {
      const before = known.get(ticket);
      const plan = subscribedUntil === undefined ? null : "live";
      if (before) known.set(ticket, { ...identity(before.sessionId, plan), subscribedUntil });
    },
    tellChanged(ticket) {
      const userId = known.get(ticket)?.userId;
      for (const listener of changed) if (userId !== undefined) listener(userId);
    },
    end(sessionId, why) {
      for (const listener of listeners) listener(sessionId, why);
    },
  };
}
