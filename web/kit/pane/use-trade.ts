import { type Atom, type createStore, useStore } from "jotai";
import { useEffect, useState } from "react";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { TradeIntent } from "../../state/trading.ts";

/** Wants to buy or sell an option of the pane's chain. @param strike rupees. */
export type Trade = (strike: number, type: TradeIntent["type"], side: TradeIntent["side"]) => void;

type Store = ReturnType<typeof createStore>;
type ContextAtom = Atom<PaneContext | undefined>;

/** Undefined while nothing can be traded, and until that is known: the first figures do not wait for it. */
export function useTrade({ contextAtom }: { readonly contextAtom: ContextAtom }): Trade | undefined {
  const store = useStore();
  const [trade, setTrade] = useState<Trade>();
  useEffect(() => {
    let unfollow: (() => void) | undefined;
    let isGone = false;
    import("../../state/trading.ts").then(
      ({ tradableExchangesAtom, tradeIntentAtom }) => {
        if (isGone) return;
        const want = intend(store, contextAtom, (intent) => store.set(tradeIntentAtom, intent));
        const look = (): void => {
          const exchange = store.get(contextAtom)?.exchange ?? "NSE";
          setTrade(() => (store.get(tradableExchangesAtom).includes(exchange) ? want : undefined));
        };
        const ends = [store.sub(tradableExchangesAtom, look), store.sub(contextAtom, look)];
        unfollow = () => {
          for (const end of ends) end();
        };
        look();
      },
      (why: unknown) => console.warn("trading:", why), // figures need no orders
    );
    return () => {
      isGone = true;
      unfollow?.();
    };
  }, [store, contextAtom]);
  return trade;
}

const intend =
  (store: Store, contextAtom: ContextAtom, tell: (intent: TradeIntent) => void): Trade =>
  (strike, type, side) => {
    const context = store.get(contextAtom);
    if (!context) return;
    const { exchange, symbol, expiry } = context;
    tell({ exchange, symbol, expiry, strike, type, side });
  };
