import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Client } from "#client/client.ts";
import { isoDate } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList } from "../../testing/market-data.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

/** A window of a board on the live market. */
async function sharing(stored: Readonly<Record<string, string>> = {}) {
  stubBrowserGlobals(stored);
  const postMessage = vi.fn();
  vi.stubGlobal("BroadcastChannel", function BroadcastChannel() {
    return { postMessage };
  });
  const [{ shareBoard }, { letters }, { clientAtom, universeAtom }, { readUniverse }, history] = await Promise.all([
    import("./share-board.ts"),
    import("../../state/pane/letters.ts"),
    import("../../state/market/market.ts"),
    import("../../state/market/universe.ts"),
    import("../../state/clock/history.ts"),
  ]);
  const store = createStore();
  const universe = readUniverse(initList);
  store.set(universeAtom, universe);
  store.set(clientAtom, {
    replay: () => undefined,
    setLive: () => undefined,
    universeOf: async () => initList,
  } as unknown as Client);
  shareBoard(store, "board");
  return {
    store,
    told: () => postMessage.mock.lastCall?.[0],
    postMessage,
    letters,
    universeAtom,
    universe,
    ...history,
  };
}

test("a jump to a past day out of a replay of the open day is told as that day, and as nothing on the way", async () => {
  const { store, postMessage, goToDayAtom } = await sharing();
  vi.stubGlobal("fetch", async () => Response.json({ isPremium: true }));
  postMessage.mockClear();
  const day = { source: "sim", date: isoDate("2026-08-17") } as const;
  expect(await store.set(goToDayAtom, day)).toEqual({ kind: "shown" });
  const days = postMessage.mock.calls.map(([message]) => message).filter(({ type }) => type === "day");
  expect(days).toEqual([{ type: "day", day }]);
});

test("a symbol that stands in on a day without the chosen one is not told; a choice of that very symbol is", async () => {
  const { store, told, letters, universeAtom, universe } = await sharing({
    lastExSymbolB: '{"NSE":["NIFTY",65,50,0]}',
  });
  const { NIFTY: _left, ...others } = universe.expiries["NSE"] ?? {};
  store.set(universeAtom, { ...universe, expiries: { ...universe.expiries, NSE: others } });
  expect(store.get(letters.B.contextAtom)?.symbol).toBe("BANKNIFTY");
  store.set(letters.A.chooseExchangeAtom, "BSE");
  expect(Object.keys(told().letters)).toEqual(["A", "C", "D"]);
  store.set(letters.B.chooseSymbolAtom, "BANKNIFTY");
  expect(told()).toMatchObject({ type: "letters", letters: { B: { exchange: "NSE", symbol: "BANKNIFTY" } } });
});

test("the exchange that stands in on a day without the chosen one is not told: it would become a choice", async () => {
  const { store, told, letters, universeAtom, universe } = await sharing({ exchangeB: '{"exchange":"BSE"}' });
  store.set(universeAtom, { ...universe, expiries: { NSE: universe.expiries["NSE"] ?? {} } });
  expect(store.get(letters.B.contextAtom)).toMatchObject({ exchange: "NSE", symbol: "BANKNIFTY" });
  store.set(letters.A.chooseSymbolAtom, "NIFTY");
  expect(told()).toMatchObject({ type: "letters", letters: { A: { exchange: "NSE", symbol: "NIFTY" } } });
  expect(Object.keys(told().letters)).toEqual(["A", "C", "D"]);
});
