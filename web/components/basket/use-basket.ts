import { useAtomValue, useStore } from "jotai";
import { useEffect, useRef } from "react";
import { awaitsBook, partOf, SELLS_AFTER_MS } from "../../state/orders/basket.ts";
import type { BasketAtom } from "../../state/orders/basket-atom.ts";
import type { BrokerCalls } from "../../state/orders/calls.ts";
import { readAgain } from "../../state/orders/news.ts";
import { type SendListener, sendPress } from "../../state/orders/send.ts";
import { useSending } from "../orders/use-sending.ts";

/**
 * Does what the basket's stage says: sends the buys, waits a second, sends the sells. Each stage of a press once.
 * @param namesOrders its legs are orders of a strategy, and are sent with their ids
 */
export function useBasketSending(basketAtom: BasketAtom, namesOrders = false): void {
  const store = useStore();
  const { calls, deps } = useSending();
  const basket = useAtomValue(basketAtom);
  const { stage, press } = basket;
  useFills(basketAtom, calls, awaitsBook(basket));
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

/** How often the broker's book is read where the server has said nothing. */
const POLL_MS = 3000;

/** What trades of the orders that were placed, as long as the book may say more of one. */
function useFills(basketAtom: BasketAtom, calls: BrokerCalls, isAwaited: boolean): void {
  const store = useStore();
  useEffect(() => {
    if (!isAwaited) return;
    async function read(): Promise<void> {
      try {
        const { orderBook = [] } = await calls.tab("orders");
        store.set(basketAtom, { type: "book", orders: orderBook });
      } catch (error) {
        // What was placed stands as such until the book can be read.
        console.warn("orders:", error);
      }
    }
    return readAgain(store, POLL_MS, () => void read());
  }, [store, basketAtom, calls, isAwaited]);
}
