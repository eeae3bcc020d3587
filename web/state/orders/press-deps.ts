/** What sends a press: it goes on when the screen is left, and to no session but the one that it was made in. */
import type { createStore } from "jotai";
import { brokerSessionAtom } from "../account/broker.ts";
import type { BrokerCalls } from "./calls.ts";
import { waitForNews } from "./news.ts";
import { type AskDeps, RefusedSend, type SendDeps } from "./send.ts";

export type OrderStore = Pick<ReturnType<typeof createStore>, "get" | "set" | "sub">;

export const SESSION_ENDED = "The broker session has ended: not sent";

/** Tells accounts apart; undefined while no broker is connected. */
export function accountOf({ get }: Pick<OrderStore, "get">): string | undefined {
  const session = get(brokerSessionAtom);
  return session?.isBrokerLogin === true ? `${session.broker} ${session.id}` : undefined;
}

/** @param calls those of the store */
export const askDeps = (store: OrderStore, calls: Pick<BrokerCalls, "ask">): AskDeps => ({
  ask: calls.ask,
  wait: (milliseconds) => waitForNews(store, milliseconds),
  now: () => performance.now(),
});

export interface PressDeps extends SendDeps {
  /** The press is over. */
  readonly end: () => void;
}

/**
 * @param calls those of the store
 * @param ended the session has ended: nothing more goes, where it is connected again, too, without a click
 */
export function pressDeps(store: OrderStore, calls: BrokerCalls, ended?: () => void): PressDeps {
  const account = accountOf(store);
  let isEnded = false;
  const end = store.sub(brokerSessionAtom, () => {
    if (isEnded || accountOf(store) === account) return;
    isEnded = true;
    ended?.();
  });
  return {
    ...askDeps(store, calls),
    end,
    async place(...batch) {
      if (isEnded) throw new RefusedSend(SESSION_ENDED);
      return calls.place(...batch);
    },
  };
}
