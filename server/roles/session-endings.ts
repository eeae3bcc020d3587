/**
 * Sessions that end at one edge end at all of them. Each edge tells the others over the bus; what may have been missed
 * while the bus was away is looked up in the database when it is back.
 */
import type { Bus } from "../platform/bus.ts";
import type { WallClock } from "../platform/clocks.ts";
import type { Identities, SessionEnd } from "../platform/identity.ts";
import type { Log } from "../platform/log.ts";
import { ENDED_CHANNEL, packMessage, type SessionEnded, unpackMessage } from "./bus-messages.ts";

export interface SessionEndingsDeps {
  /** Of this process: they tell of what ends here. */
  readonly identities: Identities;
  /** What ended anywhere at that time or later. */
  readonly endedSince: (time: Date) => Promise<readonly { readonly id: string; readonly why: SessionEnd }[]>;
  readonly bus: Bus;
  readonly clock: WallClock;
  readonly log: Log;
}

/** The clocks of two machines, and a transaction that was under way. */
const MARGIN_MS = 5000;
const REASONS: readonly SessionEnd[] = ["logout", "multiLogout", "expired"];

export interface SharedIdentities extends Identities {
  stop(): void;
}

/** The same identities, telling of sessions that end anywhere. */
export async function shareEndings(deps: SessionEndingsDeps): Promise<SharedIdentities> {
  const { identities, endedSince, bus, clock, log } = deps;
  const listeners = new Set<(sessionId: string, why: SessionEnd) => void>();
  const tell = (id: string, why: SessionEnd): void => {
    for (const listener of listeners) listener(id, why);
  };
  /** This process was deaf or mute for a while: it hears what it missed, and says what nobody heard. */
  const catchUp = (downSince: number): void => {
    const downFor = clock.monotonic() - downSince;
    endedSince(new Date(clock.now() - downFor - MARGIN_MS)).then(
      (ended) => {
        for (const { id, why } of ended) {
          tell(id, why);
          bus.publish(ENDED_CHANNEL, packMessage({ id, why }));
        }
      },
      (error: unknown) => log.warn({ err: error }, "sessions that ended elsewhere are not known"),
    );
  };
  const stops = [
    identities.onEnded((id, why) => {
      tell(id, why);
      bus.publish(ENDED_CHANNEL, packMessage({ id, why }));
    }),
    await bus.subscribe(ENDED_CHANNEL, (bytes) => {
      const ended = unpackMessage<SessionEnded>(bytes);
      const why = REASONS.find((reason) => reason === ended?.why);
      if (typeof ended?.id === "string" && why !== undefined) tell(ended.id, why);
    }),
    bus.onRestored(catchUp),
  ];
  return {
    byCookie: (header) => identities.byCookie(header),
    byTicket: (ticket) => identities.byTicket(ticket),
    onEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onChanged: (listener) => identities.onChanged(listener),
    stop() {
      for (const stop of stops) stop();
    },
  };
}
