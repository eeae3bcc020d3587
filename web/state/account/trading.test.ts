import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Exchange } from "#contract/domain/instruments.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

const session = (broker: string) => JSON.stringify({ isBrokerLogin: true, broker, id: "1", name: "n" });

async function load(stored: Readonly<Record<string, string>>) {
  vi.resetModules();
  stubBrowserGlobals({ isLoggedIn: String(user.expires), ...stored });
  const [trading, day, history] = await Promise.all([
    import("./trading.ts"),
    import("../clock/day.ts"),
    import("../clock/history.ts"),
  ]);
  const store = createStore();
  return {
    ...day,
    ...history,
    store,
    canTrade: (exchange: Exchange = "NSE") => store.get(trading.tradableExchangesAtom).includes(exchange),
  };
}

it("B and S exist on NSE with and without a broker, on BSE only with one that trades there", async () => {
  expect((await load({})).canTrade()).toBe(true);
  expect((await load({ broker: session("dhan") })).canTrade()).toBe(true);
  expect((await load({})).canTrade("BSE")).toBe(false);
  expect((await load({ broker: session("dhan") })).canTrade("BSE")).toBe(false);
  for (const id of ["fyers", "upstox", "jainam", "zerodha", "flattrade"]) {
    expect((await load({ broker: session(id) })).canTrade("BSE"), id).toBe(true);
  }
});

it("nothing is traded in history or in a replay", async () => {
  const { store, canTrade, isHistoryAtom, replayAtom } = await load({});
  store.set(isHistoryAtom, true);
  expect(canTrade()).toBe(false);
  store.set(isHistoryAtom, false);
  expect(canTrade()).toBe(true);
  store.set(replayAtom, {} as never);
  expect(canTrade()).toBe(false);
});
