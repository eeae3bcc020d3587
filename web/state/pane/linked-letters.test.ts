import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList } from "../../testing/market-data.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

it("a letter that is turned to the exchange that stands in has chosen it: it is there on the next day, too", async () => {
  const { storage } = stubBrowserGlobals({ exchangeB: '{"exchange":"BSE"}' });
  const [{ turnLetterAtom }, { letters }, { universeAtom }, { readUniverse }] = await Promise.all([
    import("./linked-letters.ts"),
    import("./letters.ts"),
    import("../market/market.ts"),
    import("../market/universe.ts"),
  ]);
  const store = createStore();
  const universe = readUniverse(initList);
  store.set(universeAtom, { ...universe, expiries: { NSE: universe.expiries["NSE"] ?? {} } });
  expect(store.get(letters.B.exchangeAtom)).toBe("NSE");
  store.set(turnLetterAtom, "B", { exchange: "NSE", symbol: "NIFTY" });
  store.set(universeAtom, universe);
  expect(store.get(letters.B.contextAtom)).toMatchObject({ exchange: "NSE", symbol: "NIFTY" });
  expect(storage.getItem("exchangeB")).toBe('{"exchange":"NSE"}');
});
