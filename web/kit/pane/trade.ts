/** Trading out of a pane's figures. Loaded after them (use-trade.ts): figures need no orders. */
import type { Atom, createStore } from "jotai";
import type { PaneContext } from "#contract/worker/screen.ts";
import { type TradeIntent, tradableExchangesAtom, tradeIntentAtom } from "../../state/trading.ts";

/** Wants to buy or sell an option of the pane's chain. @param strike rupees. */
export type Trade = (strike: number, type: TradeIntent["type"], side: TradeIntent["side"]) => void;

type Store = ReturnType<typeof createStore>;
type ContextAtom = Atom<PaneContext | undefined>;

/** Tells whether the pane's chain can be traded now, and each time that changes. @returns what ends it. */
export function followTrade(
  store: Store,
  contextAtom: ContextAtom,
  tell: (trade: Trade | undefined) => void,
): () => void {
  const want = intend(store, contextAtom, (intent) => store.set(tradeIntentAtom, intent));
  const look = (): void => {
    const exchange = store.get(contextAtom)?.exchange ?? "NSE";
    tell(store.get(tradableExchangesAtom).includes(exchange) ? want : undefined);
  };
  const ends = [store.sub(tradableExchangesAtom, look), store.sub(contextAtom, look)];
  look();
  return () => {
    for (const end of ends) end();
  };
}

const intend =
  (store: Store, contextAtom: ContextAtom, tell: (intent: TradeIntent) => void): Trade =>
  (strike, type, side) => {
    const context = store.get(contextAtom);
    if (!context) return;
    const { exchange, symbol, expiry } = context;
    tell({ exchange, symbol, expiry, strike, type, side });
  };
