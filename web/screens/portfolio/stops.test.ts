import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

it("a stop goes with its strategy: one that is saved anew under the name has none", async () => {
  const stop = { target: null, stop: -500, isHit: false, message: "SL: -500" };
  const mine = { Fly: stop, Condor: stop, "Total Portfolio": stop };
  stubBrowserGlobals({ portfolioStops: JSON.stringify({ "My Portfolio": mine, Other: { Fly: stop } }) });
  const { forgetStopsAtom, stopsAtom } = await import("./stops.ts");
  const store = createStore();
  const kept = (portfolio: string, name: string) => ({
    ...{ id: name, portfolio, name, symbolName: "NIFTY", expiry: "8:18:2026", date: "2026-08-17" },
  });
  const before = [kept("My Portfolio", "Fly"), kept("My Portfolio", "Condor"), kept("Other", "Fly")];
  store.set(forgetStopsAtom, before, before.slice(1));
  expect(store.get(stopsAtom)).toEqual({ Condor: stop, "Total Portfolio": stop });
  expect(JSON.parse(localStorage.getItem("portfolioStops") ?? "")).toMatchObject({ Other: { Fly: stop } });
});
