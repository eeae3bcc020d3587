import { atom, createStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { settled } from "#contract/domain/strategy/position.ts";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { isoDate } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";
import type { HeldStrategy, LegEdit } from "../book/book.ts";
import { closesAll } from "./closing.ts";

afterEach(() => {
  vi.doUnmock("../book/book.ts");
  vi.doUnmock("../book/positions.ts");
  vi.resetModules();
});

const [call, put] = [makeLeg({ id: "call" }), makeLeg({ id: "put" })];
const straddle = { symbol: "NIFTY", legs: [call, put] } as unknown as HeldStrategy;
const priced =
  (...ids: readonly string[]) =>
  ({ id }: { readonly id: string }): number =>
    ids.includes(id) ? 100 : Number.NaN;

test("a strategy is closed whole, or waits for the price of each leg that is open", () => {
  const everyLeg = () => true;
  expect(closesAll([straddle], everyLeg, priced("call", "put"))).toBe(true);
  expect(closesAll([straddle], everyLeg, priced("call"))).toBe(false);
  expect(closesAll([straddle], (leg) => leg !== put, priced("call"))).toBe(true);
  expect(closesAll([], everyLeg, priced())).toBe(false); // none is loaded yet
});

test("closing orders are split as the live market asks, whatever day the board looks at", async () => {
  vi.resetModules();
  const leg = settled(makeLeg({}), [makeOrder({ action: "sell", contracts: 4 })], { unitsPerLot: 75, decimals: 2 });
  let closed: StrategyLeg | undefined;
  vi.doMock("../book/positions.ts", () => ({ isOpenAtom: atom(() => () => true) }));
  vi.doMock("../book/book.ts", () => ({
    editAtom: atom(null, (_get, _set, { edit }: LegEdit) => {
      closed = edit(leg, straddle);
    }),
  }));
  const [{ closeAtom }, { liveListAtom }, { exchangeClockAtom, universeAtom }] = await Promise.all([
    import("./closing.ts"),
    import("../../../state/clock/day.ts"),
    import("../../../state/market/market.ts"),
  ]);
  const store = createStore();
  const time = { source: "sim", date: isoDate("2026-08-18"), minute: 700, rate: 1, wall: 0 } as const;
  store.set(exchangeClockAtom, { time, arrived: performance.now() });
  store.set(universeAtom, { freezeQty: { NIFTY: 7500 } } as never);
  store.set(liveListAtom, { freezeQty: { NIFTY: 150 } } as never);
  store.set(closeAtom, { ids: ["straddle"] }, () => 90);
  expect(closed?.orders.slice(1).map(({ contracts }) => contracts)).toEqual([2, 2]);
});

test("closing orders that were sent before a reload are not taken back; others of the strategy are", async () => {
  vi.resetModules();
  const { storage } = stubBrowserGlobals();
  const terms = { unitsPerLot: 75, decimals: 2 } as const;
  const [sold, bought] = [
    makeOrder({ action: "sell", isTraded: true }),
    { isPortfClose: true, action: "buy" } as const,
  ];
  const legs = ["sent", "here"].map((id) =>
    settled(makeLeg({ id }), [sold, makeOrder({ ...bought, id: `${id} order` })], terms),
  );
  const taken: StrategyLeg[] = [];
  vi.doMock("../book/positions.ts", () => ({ isOpenAtom: atom(() => () => true) }));
  vi.doMock("../book/book.ts", () => ({
    editAtom: atom(null, (_get, _set, { edit }: LegEdit) => {
      taken.push(...legs.map((leg) => edit(leg, { ...straddle, id: "mine" })));
    }),
  }));
  const names = ["mine sent order", "other here order"];
  storage.setItem("press key", JSON.stringify({ names, at: Date.now(), basket: {} }));
  const { undoAtom } = await import("./closing.ts");
  createStore().set(undoAtom, { ids: ["mine"] });
  expect(taken.map(({ orders }) => orders.length)).toEqual([2, 1]);
  vi.unstubAllGlobals();
});
