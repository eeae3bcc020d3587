/** Where the server fails to give the day of the shown symbol (HTTP 500), another symbol is tried, at most three times. */
import type { createStore } from "jotai";
import { parseRoom, type RoomName } from "#contract/domain/instruments.ts";
import { activeExchangeAtom, activeSymbolAtom } from "../pane/letters.ts";
import { universeAtom } from "./market.ts";
import { symbolsOf } from "./universe.ts";

const MOST_RETRIES = 3;

/** @returns a function to call with each load that the server failed at, and from then on with those that succeed. */
export function createSymbolRetry(store: ReturnType<typeof createStore>): (room: RoomName, isLoaded: boolean) => void {
  let retries = 0;
  return (room, isLoaded) => {
    const symbol = store.get(activeSymbolAtom);
    if (parseRoom(room)?.symbol !== symbol) return;
    if (isLoaded) {
      retries = 0;
      return;
    }
    const universe = store.get(universeAtom);
    const other = symbol === "BANKNIFTY" ? "NIFTY" : "BANKNIFTY";
    if (!universe || retries >= MOST_RETRIES) return;
    if (!symbolsOf(universe, store.get(activeExchangeAtom)).includes(other)) return;
    retries++;
    store.set(activeSymbolAtom, other);
  };
}
