import { useStore } from "jotai";
import { useEffect, useMemo, useRef } from "react";
import { type BrokerCalls, createBrokerCalls } from "../../state/orders/calls.ts";
import { waitForNews } from "../../state/orders/news.ts";
import type { SendDeps } from "../../state/orders/send.ts";

export interface Sending {
  readonly calls: BrokerCalls;
  readonly deps: SendDeps;
}

/** What sends orders of the component that calls it, as long as that is mounted. */
export function useSending(): Sending {
  const store = useStore();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return useMemo(() => {
    const calls = createBrokerCalls(store);
    const deps: SendDeps = {
      place: calls.place,
      ask: calls.ask,
      wait: (milliseconds) => waitForNews(store, milliseconds),
      now: () => performance.now(),
      isGone: () => isGone.current,
    };
    return { calls, deps };
  }, [store]);
}
