/** Trading out of a pane's figures. Loaded after them (use-trade.ts). */
import type { Atom, createStore } from "jotai";
import type { PaneContext } from "#contract/worker/screen.ts";
import { type TradeIntent, tradableExchangesAtom, tradeIntentAtom } from "../../../state/account/trading.ts";

export type Side = TradeIntent["side"];
export type Contract = Omit<TradeIntent, "exchange" | "isLeg">;

/** Says what the user wants, out of what the pane looks at. */
export type Tell = (wanted: (context: PaneContext) => Contract | undefined) => void;

/** Wants to buy or sell an option of the pane's chain. @param strike rupees. */
export type Trade = (strike: number, type: "CE" | "PE", side: Side) => void;

/** Says whether the pane's exchange can be traded now, and each time that changes. @returns what ends it. */
export function followTrade(
  store: ReturnType<typeof createStore>,
  contextAtom: Atom<PaneContext | undefined>,
  say: (tell: Tell | undefined) => void,
): () => void {
  /** Whether Shift was held at the press that is being heard: with it B and S add a leg to the basket. */
  let isShifted = false;
  const press = (event: MouseEvent | KeyboardEvent): void => {
    isShifted = event.shiftKey;
  };
  const tell: Tell = (wanted) => {
    const context = store.get(contextAtom);
    const contract = context && wanted(context);
    if (contract) store.set(tradeIntentAtom, { exchange: context.exchange, isLeg: isShifted, ...contract });
  };
  const look = (): void => {
    const exchange = store.get(contextAtom)?.exchange ?? "NSE";
    say(store.get(tradableExchangesAtom).includes(exchange) ? tell : undefined);
  };
  const presses = new AbortController();
  const heard = { capture: true, signal: presses.signal };
  window.addEventListener("keydown", press, heard);
  window.addEventListener("click", press, heard);
  const ends = [store.sub(tradableExchangesAtom, look), store.sub(contextAtom, look), () => presses.abort()];
  look();
  return () => {
    for (const end of ends) end();
  };
}
