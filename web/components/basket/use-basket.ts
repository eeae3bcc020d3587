import { useAtomValue, useStore } from "jotai";
import { useEffect, useRef } from "react";
import { partOf, SELLS_AFTER_MS } from "../../state/orders/basket.ts";
import type { BasketAtom } from "../../state/orders/basket-atom.ts";
import { type SendListener, sendPress } from "../../state/orders/send.ts";
import { useSending } from "../orders/use-sending.ts";

/**
 * Does what the basket's stage says: sends the buys, waits a second, sends the sells. Each stage of a press once.
 * @param namesOrders its legs are orders of a strategy, and are sent with their ids
 */
export function useBasketSending(basketAtom: BasketAtom, namesOrders = false): void {
  const store = useStore();
  const { deps } = useSending();
  const { stage, press } = useAtomValue(basketAtom);
  const begun = useRef("");
  useEffect(() => {
    const turn = `${press} ${stage}`;
    if (press === "" || begun.current === turn) return;
    if (stage === "pause") {
      begun.current = turn;
      const timer = setTimeout(() => store.set(basketAtom, { type: "over", stage }), SELLS_AFTER_MS);
      return () => {
        clearTimeout(timer);
        begun.current = "";
      };
    }
    if (stage !== "buys" && stage !== "sells") return;
    begun.current = turn;
    const { children, legIds, firstBatch } = partOf(store.get(basketAtom), stage);
    const items = children.map(({ item }) => item);
    const orderIds = namesOrders ? { orderIds: legIds } : {};
    const listener: SendListener = {
      sending: (from, count) => store.set(basketAtom, { type: "sending", from, count }),
      answers: (from, outcomes) => store.set(basketAtom, { type: "answers", from, outcomes }),
      lost: (from, count) => store.set(basketAtom, { type: "lost", from, count }),
    };
    void sendPress(deps, { key: press, items, ...orderIds, from: 0, firstBatch }, listener).then(() =>
      store.set(basketAtom, { type: "over", stage }),
    );
  }, [store, deps, basketAtom, namesOrders, stage, press]);
}
