/** What sends a press: it goes on when the screen is left, and to no account but the one that it was made for. */
import type { createStore } from "jotai";
import { brokerSessionAtom } from "../account/broker.ts";
import type { BrokerCalls } from "./calls.ts";
import { waitForNews } from "./news.ts";
import { RefusedSend, type SendDeps } from "./send.ts";

export type OrderStore = Pick<ReturnType<typeof createStore>, "get" | "set" | "sub">;

export const SESSION_ENDED = "The broker session has ended: not sent";

/** Tells accounts apart; undefined while no broker is connected. */
export function accountOf({ get }: Pick<OrderStore, "get">): string | undefined {
  const session = get(brokerSessionAtom);
  return session?.isBrokerLogin === true ? `${session.broker} ${session.id}` : undefined;
}

/** @param calls those of the store */
export function pressDeps(store: OrderStore, calls: BrokerCalls): SendDeps {
  const account = accountOf(store);
  return {
    async place(...batch) {
      // Another account may be connected by the time a later batch is sent.
      if (accountOf(store) !== account) throw new RefusedSend(SESSION_ENDED);
      return calls.place(...batch);
    },
    ask: calls.ask,
    wait: (milliseconds) => waitForNews(store, milliseconds),
    now: () => performance.now(),
  };
}
