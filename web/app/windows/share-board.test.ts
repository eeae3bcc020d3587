import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList } from "../../testing/market-data.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

test("the exchange that stands in on a day without the chosen one is not told: it would become a choice", async () => {
  stubBrowserGlobals({ exchangeB: '{"exchange":"BSE"}' });
  const postMessage = vi.fn();
  vi.stubGlobal("BroadcastChannel", function BroadcastChannel() {
    return { postMessage };
  });
  const [{ shareBoard }, { letters }, { universeAtom }, { readUniverse }] = await Promise.all([
    import("./share-board.ts"),
    import("../../state/pane/letters.ts"),
    import("../../state/market/market.ts"),
    import("../../state/market/universe.ts"),
  ]);
  const store = createStore();
  const universe = readUniverse(initList);
  store.set(universeAtom, universe);
  shareBoard(store, "board");
  store.set(universeAtom, { ...universe, expiries: { NSE: universe.expiries["NSE"] ?? {} } });
  expect(store.get(letters.B.contextAtom)).toMatchObject({ exchange: "NSE", symbol: "BANKNIFTY" });
  store.set(letters.A.chooseSymbolAtom, "NIFTY");
  const told = postMessage.mock.lastCall?.[0];
  expect(told).toMatchObject({ type: "letters", letters: { A: { exchange: "NSE", symbol: "NIFTY" } } });
  expect(Object.keys(told.letters)).toEqual(["A", "C", "D"]);
});
