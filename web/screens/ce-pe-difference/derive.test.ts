import { describe, expect, test } from "vitest";
import { LONG_BUILD, NO_BUILD_UP } from "#contract/domain/build-up.ts";
import { LTP, OI, VOL } from "#contract/domain/columns.ts";
import { CELL_INK, CELL_INKS, CELL_ITM, CELL_RANK, CELL_RANK_SHIFT } from "#contract/domain/snapshots/cell-style.ts";
import { createKernel } from "#kernel/kernel.ts";
import { makeLiveDay } from "#market/__fixtures__/live-day.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { derivation } from "./derive.ts";
import { deltaTrend, signTrend, skewTrend, thetaTrend, vegaTrend } from "./derive-trends.ts";
import { screen } from "./screen.ts";
import {
  BAR,
  CE,
  CE_CHANGE,
  CE_PERCENT,
  CE_STATUS,
  DIFFERENCE,
  DIFFERENCE_STATUS,
  FUTURE_ANALYSIS,
  FUTURE_LTP,
  FUTURE_LTP_STATUS,
  FUTURE_OI,
  FUTURE_OI_STATUS,
  FUTURE_VWAP,
  type Params,
  PE,
  PE_CHANGE,
  PE_PERCENT,
  PE_STATUS,
  SLOTS,
  type Snapshot,
  SPOT_LTP,
  TIME,
  TREND,
  TRENDS,
} from "./snapshot.ts";

const NONE = Number.NaN;
const OPEN = 555;
const kernel = createKernel(loadQuantModule());
const FUTURE = 1;
const call = (strike: number): number => 2 + ((strike - 100) / 10) * 2;
const put = (strike: number): number => call(strike) + 1;

/** Three rows of one minute each: the call's OI 100, 200, 300 and the put's 300, 300, 150; the future rises. */
function makeDay(over: { readonly prevOi?: number; readonly future?: boolean } = {}) {
  const { prevOi = 50, future = true } = over;
  const live = makeLiveDay(
    makeRoom({
      spot: { ltp: 104 },
      ...(future && { future: { ltp: 105, oi: 1000 } }),
      strikes: [
        { strike: 100, ce: { ltp: 6, oi: 100, vol: 10, prevOi }, pe: { ltp: 2, oi: 300, vol: 20, prevOi } },
        { strike: 110, ce: { ltp: 1, oi: 0, vol: 1 }, pe: { ltp: 7, oi: 0, vol: 2 } },
      ],
    }),
  );
  const at = (row: number): number => row - (future ? 0 : 1);
  live.close(0);
  live.set(OI, at(call(100)), 200);
  if (future) {
    live.set(LTP, FUTURE, 10_600);
    live.set(OI, FUTURE, 1100);
  }
  live.close(1);
  live.set(OI, at(call(100)), 300);
  live.set(OI, at(put(100)), 150);
  live.close(2);
  return live;
}
type Live = ReturnType<typeof makeDay>;

function run(live: Live, slot = 2, params: Partial<Params> = {}, scratch = derivation.createScratch()): Snapshot {
  const input = { ...live.input(slot, "replay"), kernel };
  const snapshot = derivation.derive({ ...input, params: { ...screen.defaults, ...params } }, scratch);
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}
const column = ({ values, rows }: Snapshot, slot: number): number[] =>
  Array.from({ length: rows }, (_, row) => values[row * SLOTS + slot]!);
const styleOf = ({ styles }: Snapshot, row: number, slot: number): number => styles[row * SLOTS + slot]!;

/** Rows of three minutes out of slots 0, 3 and 6. */
function slowDay(): Live {
  const live = makeDay();
  live.close(3);
  live.set(OI, call(100), 100);
  live.set(OI, put(100), 400);
  live.close(4, 6);
  return live;
}

describe("a row", () => {
  test("has both totals with their changes and the difference, each with the sign of its change", () => {
    const snapshot = run(slowDay(), 6);
    expect(column(snapshot, TIME)).toEqual([OPEN, OPEN + 3, OPEN + 6]);
    expect(column(snapshot, CE)).toEqual([100, 300, 100]);
    expect(column(snapshot, PE)).toEqual([300, 150, 400]);
    expect(column(snapshot, DIFFERENCE)).toEqual([200, -150, 300]);
    expect(column(snapshot, CE_CHANGE)).toEqual([NONE, 200, -200]);
    expect(column(snapshot, PE_CHANGE)).toEqual([NONE, -150, 250]);
    expect(column(snapshot, CE_PERCENT)).toEqual([NONE, 200, expect.closeTo(-66.6667, 3)]);
    expect(column(snapshot, PE_PERCENT)).toEqual([NONE, -50, expect.closeTo(166.6667, 3)]);
    expect(column(snapshot, CE_STATUS)).toEqual([NONE, 1, -1]);
    expect(column(snapshot, PE_STATUS)).toEqual([NONE, -1, 1]);
    expect(column(snapshot, DIFFERENCE_STATUS)).toEqual([NONE, -1, 1]);
    expect(column(snapshot, BAR)).toEqual([expect.closeTo(2 / 3), -0.5, 1]);
    expect(column(snapshot, TREND).map((trend) => TRENDS[trend])).toEqual(["Bullish", "Bearish", "Bullish"]);
    expect(column(snapshot, SPOT_LTP)).toEqual([104, 104, 104]);
  });

  test("has the future's build-up against the row before, and 'No Change' otherwise", () => {
    const snapshot = run(slowDay(), 6);
    expect(column(snapshot, FUTURE_LTP)).toEqual([105, 106, 106]);
    expect(column(snapshot, FUTURE_OI)).toEqual([1000, 1100, 1100]);
    expect(column(snapshot, FUTURE_LTP_STATUS)).toEqual([NONE, 1, 0]);
    expect(column(snapshot, FUTURE_OI_STATUS)).toEqual([NONE, 1, 0]);
    expect(column(snapshot, FUTURE_ANALYSIS)).toEqual([NONE, LONG_BUILD, NO_BUILD_UP]);
    expect(column(snapshot, FUTURE_VWAP)).toEqual([NONE, NONE, NONE]); // this day has none
    const without = run(makeDay({ future: false }));
    for (const slot of [FUTURE_LTP, FUTURE_OI, FUTURE_ANALYSIS])
      expect(column(without, slot).every(Number.isNaN)).toBe(true);
  });

  test("the highest and the lowest of both totals and the difference stand out", () => {
    const snapshot = run(slowDay(), 6);
    const rank = (row: number, slot: number): number => (styleOf(snapshot, row, slot) & CELL_RANK) >> CELL_RANK_SHIFT;
    expect([0, 1, 2].map((row) => rank(row, CE))).toEqual([3, 1, 0]); // of equals the first
    expect([0, 1, 2].map((row) => rank(row, PE))).toEqual([0, 3, 1]);
    expect([0, 1, 2].map((row) => rank(row, DIFFERENCE))).toEqual([0, 3, 1]);
    const one = run(slowDay(), 0);
    expect(styleOf(one, 0, CE) & CELL_RANK).toBe(0);
  });

  test("newest first turns the rows around, and what each is compared with stays", () => {
    const snapshot = run(slowDay(), 5, { isNewestFirst: true });
    expect(column(snapshot, TIME)).toEqual([OPEN + 5, OPEN + 3, OPEN]);
    expect(column(snapshot, CE_CHANGE)).toEqual([-200, 200, NONE]);
    expect(styleOf(snapshot, 0, TIME) & CELL_ITM).toBe(CELL_ITM); // still runs
    expect(snapshot.followed).toBe(0);
    const rank = (row: number): number => (styleOf(snapshot, row, CE) & CELL_RANK) >> CELL_RANK_SHIFT;
    expect([0, 1, 2].map(rank)).toEqual([0, 1, 3]); // of equals the first in time
  });
});

describe("categories", () => {
  const latest = (params: Partial<Params>, live = makeDay()) => {
    const { series } = run(live, 2, params);
    return [series.lines.pe.at(-1), series.lines.ce.at(-1)];
  };
  test("OI, volume and price are added up over the chosen strikes", () => {
    expect(latest({})).toEqual([150, 300]);
    expect(latest({ category: "volume" })).toEqual([22, 11]);
    expect(latest({ category: "price" })).toEqual([9, 7]);
    expect(latest({ category: "price", choice: { kind: "around", centre: 110, each: 0 } })).toEqual([7, 1]);
    const live = makeDay();
    live.set(VOL, call(100), 5e7);
    live.close(3);
    expect(run(live, 3, { category: "volume" }).divisor).toBe(1e7);
    expect(run(live, 2, { category: "volume" }).divisor).toBe(1e5);
    expect(run(live, 3, { category: "price" }).divisor).toBe(1);
  });

  test("price adds up what traded today; the others are named, and count where the board prices them", () => {
    const live = makeDay();
    const { columns, stride } = live.day.minutes;
    for (const slot of [0, 1]) columns[VOL]![slot * stride + call(110)] = 0;
    for (const slot of [0, 1, 2]) columns[VOL]![slot * stride + put(110)] = 0;
    const { series, pricedOn } = run(live, 2, { category: "price" });
    // The call of 110 trades in the last minute: it counts all day, so that its price does not come between two rows.
    expect([[...series.lines.ce], [...series.lines.pe]]).toEqual([
      [7, 7, 7],
      [2, 2, 2],
    ]);
    expect([...run(live, 1, { category: "price" }).series.lines.ce]).toEqual([6, 6]);
    expect(pricedOn?.untradedContracts).toMatchObject([{ strike: 110, side: "pe", price: 7 }]);
    const one = run(live, 2, { category: "price", choice: { kind: "around", centre: 110, each: 0 } });
    expect([...one.series.lines.pe]).toEqual([NONE, NONE, NONE]);
    const input = { ...live.input(2, "replay"), kernel, params: { ...screen.defaults, category: "price" as const } };
    const pane = { ...input.pane, pricing: { forward: false, untraded: true } };
    const all = derivation.derive({ ...input, pane }, derivation.createScratch());
    expect(all && [...all.series.lines.pe]).toEqual([9, 9, 9]);
    expect(run(live, 2).pricedOn).toBeUndefined(); // OI has no price
  });

  test("change in OI counts contracts with both levels; without any it is not known", () => {
    expect(latest({ category: "changeInOi" })).toEqual([100, 250]);
    expect(latest({ category: "changeInOi" }, makeDay({ prevOi: -1 }))).toEqual([NONE, NONE]);
  });

  test("vega is what chains show, added up", () => {
    const [pe, ce] = latest({ category: "vega" });
    expect(pe).toBeGreaterThan(0);
    expect(ce).toBeGreaterThan(0);
    const one = latest({ category: "vega", choice: { kind: "around", centre: 100, each: 0 } });
    expect(one[0]).toBeLessThan(pe ?? 0);
    expect(Math.round((one[0] ?? 0) * 1000) / 1000).toBe(one[0]); // three decimals, as on the chain
  });

  test("the average begins with the first difference", () => {
    const { series } = run(makeDay(), 2, { period: 3 });
    expect([...series.lines.difference]).toEqual([200, 100, -150]);
    expect([...series.lines.ema]).toEqual([200, 150, 0]);
  });

  test("crores, once reached, stay: a replay that goes back does not change the unit", () => {
    const live = makeDay();
    live.set(OI, call(100), 2e7);
    live.close(3);
    const scratch = derivation.createScratch();
    expect(run(live, 3, {}, scratch).divisor).toBe(1e7);
    expect(run(live, 1, {}, scratch).divisor).toBe(1e7);
    expect(run(live, 1, { choice: { kind: "around", centre: 110, each: 0 } }, scratch).divisor).toBe(1e5);
  });

  test("a hole is no row, and lines stop there", () => {
    const live = makeDay();
    live.close(9);
    const { series, ...snapshot } = run(live, 9);
    expect(column(snapshot as Snapshot, TIME)).toEqual([OPEN, OPEN + 3, OPEN + 9]); // 09:18 shows the last minute before it
    expect(series.lines.pe[4]).toBeNaN();
  });
});

test.each([
  [signTrend, 0.01, "Bullish"],
  [signTrend, -0.01, "Bearish"],
  [signTrend, 0, "Neutral"],
  [skewTrend, 2.1, "Put Premium"],
  [skewTrend, -2.1, "Call Premium"],
  [skewTrend, 2, "Balanced"],
  [skewTrend, -2, "Balanced"],
  [deltaTrend, 0.11, "Bear Exposure"],
  [deltaTrend, -0.11, "Bull Exposure"],
  [deltaTrend, 0.1, "Delta Neutral"],
  [deltaTrend, -0.1, "Delta Neutral"],
  [thetaTrend, 0.051, "Put Decay Risk"],
  [thetaTrend, -0.051, "Call Decay Risk"],
  [thetaTrend, 0.05, "Balanced Decay"],
  [thetaTrend, -0.05, "Balanced Decay"],
  [vegaTrend, 0.101, "Put Vol Risk"],
  [vegaTrend, -0.101, "Call Vol Risk"],
  [vegaTrend, 0.1, "Balanced Vol"],
  [vegaTrend, -0.1, "Balanced Vol"],
] as const)("%o of %f is %s: a threshold belongs to the balanced side", (trendOf, value, word) => {
  expect(trendOf(value)).toBe(word);
});

test("risks beyond their threshold are highlighted, balance is not", () => {
  const live = makeDay();
  const snapshot = run(live, 2, { category: "vega" });
  const ink = CELL_INKS[styleOf(snapshot, 0, TREND) & CELL_INK];
  const word = TRENDS[column(snapshot, TREND)[0] ?? -1];
  expect(ink).toBe(word === "Balanced Vol" ? "ink-2" : "warn");
});
