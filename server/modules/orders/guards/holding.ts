/** What holds a user's new orders back now: a thrown switch, and the limits that count where the user is connected. */
import { STOPPED_WORDS } from "#contract/domain/orders/guards.ts";
import type { Guards } from "#contract/wire/http/order-bodies.ts";
import { type GuardRepository, NO_GUARDS } from "./guard-repository.ts";

export interface Holding {
  of(accountId: string, isPractice: boolean): Promise<Held>;
}

export interface Held {
  /** Why nothing new goes at all, fit to be shown. */
  readonly stopped: string | undefined;
  /** Of which nothing new goes. */
  readonly stoppedStrategies: readonly string[];
  readonly limits: Guards;
}

/** At a real broker nobody begins without having thought of it. */
const UNLIMITED =
  "Set your limits first: how large an order, how many a day, how much loss. 'No limit' is one of the choices";

/** In practice limits hold for those who want that. */
export const createHolding = (guards: GuardRepository): Holding => ({
  async of(accountId, isPractice) {
    const [stop, own, stoppedStrategies] = await Promise.all([
      guards.stopped(accountId),
      guards.find(accountId),
      guards.stoppedStrategies(accountId),
    ]);
    const stopped = stop === undefined ? undefined : STOPPED_WORDS[stop];
    const held = { stopped, stoppedStrategies, limits: NO_GUARDS };
    if (own === undefined) return { ...held, stopped: stopped ?? (isPractice ? undefined : UNLIMITED) };
    return { ...held, limits: isPractice && !own.inPractice ? NO_GUARDS : own };
  },
});
