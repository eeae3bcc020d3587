import { useAtomValue, useStore } from "jotai";
import { useEffect } from "react";
import type { BasketAtom } from "../../state/orders/basket/basket-atom.ts";
import { followFills, runBasket } from "../../state/orders/basket/basket-run.ts";
import { SESSION_ENDED } from "../../state/orders/press-deps.ts";
import { useBrokerCalls } from "../orders/use-broker-calls.ts";
import { toasts } from "../toasts/toasts.ts";

/**
 * Has the basket sent, each press once, and followed in the broker's book as long as it is looked at. What was begun goes on
 * when this goes.
 * @param namesOrders its legs are orders of a strategy, and are sent with their ids
 */
export function useBasketSending(basketAtom: BasketAtom, namesOrders = false): void {
  const store = useStore();
  const calls = useBrokerCalls();
  const { stage } = useAtomValue(basketAtom);
  useEffect(() => {
    if (stage === "done") return followFills(store, basketAtom, calls);
    void runBasket(store, basketAtom, { namesOrders, onEnded: tellUnsent });
  }, [store, calls, basketAtom, namesOrders, stage]);
}

function tellUnsent(unsent: number): void {
  if (unsent > 0) toasts.show({ message: `${SESSION_ENDED} x ${unsent}`, type: "warning", autoClose: false });
}
