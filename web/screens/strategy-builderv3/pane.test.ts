import { createStore } from "jotai";
import { afterEach, expect, it, vi } from "vitest";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { settled } from "#contract/domain/strategy/position.ts";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { isoDate } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList } from "../../testing/market-data.ts";

afterEach(() => void vi.unstubAllGlobals());

it("what is cleared begins with options and the payoff again", async () => {
  stubBrowserGlobals();
  const [{ builder }, { ROUTE_MOUNT }, { universeAtom }, { readUniverse }] = await Promise.all([
    import("./pane.ts"),
    import("../../kit/pane/mount.ts"),
    import("../../state/market/market.ts"),
    import("../../state/market/universe.ts"),
  ]);
  const store = createStore();
  store.set(universeAtom, readUniverse(initList));
  const { legsAtom, modeAtom, viewAtom, clearAtom } = builder.of(ROUTE_MOUNT);
  const leg = { id: "1", orders: [] } as Partial<StrategyLeg> as StrategyLeg;
  store.set(legsAtom, [leg]);
  store.set(modeAtom, "Futures");
  store.set(viewAtom, "map");
  expect([store.get(modeAtom), store.get(viewAtom)]).toEqual(["Futures", "map"]);
  store.set(clearAtom);
  store.set(legsAtom, [leg]);
  expect([store.get(modeAtom), store.get(viewAtom)]).toEqual(["Options", "payoff"]);
});

it("what is held goes apart by the market's day: what lives, and expiries whose day is to be found", async () => {
  stubBrowserGlobals();
  const [{ builder }, { ROUTE_MOUNT }] = await Promise.all([import("./pane.ts"), import("../../kit/pane/mount.ts")]);
  const store = createStore();
  const { stateAtom, legsAtom, livingAtom, expiredAtom, lacksDaysAtom, settledOnAtom } = builder.of(ROUTE_MOUNT);
  const expiries = ["8:11:2026", "8:18:2026"];
  const terms = { unitsPerLot: 65, decimals: 2 } as const;
  store.set(
    legsAtom,
    expiries.map((expiry) => settled(makeLeg({ expiry }), [makeOrder({ action: "sell" })], terms)),
  );
  expect(store.get(livingAtom)).toHaveLength(2); // no day is known yet
  store.set(stateAtom, (state) => ({ ...state, snapshot: { date: isoDate("2026-08-18") } as never }));
  expect(store.get(livingAtom).map(({ expiry }) => expiry)).toEqual(["2026-08-18"]);
  expect([store.get(expiredAtom), store.get(lacksDaysAtom)]).toEqual([["2026-08-11"], true]);
  // On the evening of its day the worker takes an expiry for passed; the day it was settled on is this one.
  const valuation = { legs: [{ expiry: "2026-08-18", isExpired: true }] };
  store.set(stateAtom, (state) => ({ ...state, snapshot: { date: isoDate("2026-08-18"), valuation } as never }));
  expect([store.get(livingAtom), store.get(expiredAtom)]).toEqual([[], ["2026-08-11"]]);
  store.set(settledOnAtom, { "2026-08-11": { source: "sim", date: isoDate("2026-08-11") } });
  expect(store.get(lacksDaysAtom)).toBe(false);
});
