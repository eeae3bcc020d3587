import { useStore } from "jotai";
import { useMemo } from "react";
import { type BrokerCalls, createBrokerCalls } from "../../state/orders/calls.ts";

/** The calls to the connected broker, the same as long as the component stands. */
export function useBrokerCalls(): BrokerCalls {
  const store = useStore();
  return useMemo(() => createBrokerCalls(store), [store]);
}
