/** When the server fails at the day of the symbol that is shown (HTTP 500), another symbol is tried, three times at most. */
import type { createStore } from "jotai";
import { parseRoom, type RoomName } from "#contract/domain/instruments.ts";
import { activeExchangeAtom, activeSymbolAtom } from "./letters.ts";
import { universeAtom } from "./market.ts";
import { symbolsOf } from "./universe.ts";

const MOST_RETRIES = 3;

/** @returns what is to be told of loads that the server failed at, and of the first that succeeds after one. */
export function createSymbolRetry(store: ReturnType<typeof createStore>): (room: RoomName, isLoaded: boolean) => void {
  let retries = 0;
  return (room, isLoaded) => {
    if (isLoaded) {
      retries = 0;
      return;
    }
    const symbol = store.get(activeSymbolAtom);
    const universe = store.get(universeAtom);
    const other = symbol === "BANKNIFTY" ? "NIFTY" : "BANKNIFTY";
    if (!universe || parseRoom(room)?.symbol !== symbol || retries >= MOST_RETRIES) return;
    if (!symbolsOf(universe, store.get(activeExchangeAtom)).includes(other)) return;
    retries++;
    store.set(activeSymbolAtom, other);
  };
}
