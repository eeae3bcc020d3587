import { type createStore, useStore } from "jotai";
import { useEffect, useState } from "react";
import { paneContextAtom } from "../../state/market.ts";
import type { TradeIntent } from "../../state/trading.ts";

/** Wants to buy or sell an option of the pane's chain. @param strike rupees. */
export type Trade = (strike: number, type: TradeIntent["type"], side: TradeIntent["side"]) => void;

type Store = ReturnType<typeof createStore>;

/** Undefined while nothing can be traded, and until that is known: the first figures do not wait for it. */
export function useTrade(): Trade | undefined {
  const store = useStore();
  const [trade, setTrade] = useState<Trade>();
  useEffect(() => {
    let unfollow: (() => void) | undefined;
    let isGone = false;
    import("../../state/trading.ts").then(
      ({ canTradeAtom, tradeIntentAtom }) => {
        if (isGone) return;
        const want = intend(store, (intent) => store.set(tradeIntentAtom, intent));
        const look = (): void => setTrade(() => (store.get(canTradeAtom) ? want : undefined));
        unfollow = store.sub(canTradeAtom, look);
        look();
      },
      (why: unknown) => console.warn("trading:", why), // figures need no orders
    );
    return () => {
      isGone = true;
      unfollow?.();
    };
  }, [store]);
  return trade;
}

const intend =
  (store: Store, tell: (intent: TradeIntent) => void): Trade =>
  (strike, type, side) => {
    const context = store.get(paneContextAtom);
    if (!context) return;
    const { exchange, symbol, expiry } = context;
    tell({ exchange, symbol, expiry, strike, type, side });
  };
