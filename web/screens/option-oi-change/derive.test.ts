import { describe, expect, test } from "vitest";
import { LONG_BUILD, SHORT_BUILD } from "#contract/domain/build-up.ts";
import { LTP, OI, VOL } from "#contract/domain/columns.ts";
import { CELL_ATM, CELL_INK, CELL_INKS, CELL_ITM } from "#contract/domain/snapshots/cell-style.ts";
import { createKernel } from "#kernel/kernel.ts";
import { makeLiveDay } from "#market/__fixtures__/live-day.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";
import { barOf, COLUMNS, type Params, SINCE_CLOSE, SLOTS, type Snapshot, STRIKE, sideSlot } from "./snapshot.ts";

const NONE = Number.NaN;
const OPEN = 555;
const kernel = createKernel(loadQuantModule());
const CALL = 1;
const PUT = 2;

/** Strikes 100, 110, 120; each minute the call of 100 gains 65 of OI, 130 of volume and 0.1, its put loses 65 and 0.05. */
function makeDay(minutes: number) {
  const cell = { ltp: 5, oi: 6500, vol: 0, prevOi: 650 };
  const live = makeLiveDay(
    makeRoom({ spot: { ltp: 108 }, strikes: [100, 110, 120].map((strike) => ({ strike, ce: cell, pe: cell })) }),
  );
  for (let slot = 0; slot <= minutes; slot++) {
    for (const [row, step, price] of [
      [CALL, 1, 10],
      [PUT, -1, 5],
    ] as const) {
      live.set(OI, row, 6500 + slot * 65 * step);
      live.set(LTP, row, 500 + slot * price * step);
      live.set(VOL, row, slot * 130);
    }
    live.close(slot);
  }
  return live;
}
type Live = ReturnType<typeof makeDay>;

function run(
  live: Live,
  slot: number,
  params: Partial<Params> = {},
  mode: "live" | "replay" = "replay",
  scratch = derivation.createScratch(),
): Snapshot {
  const input = { ...live.input(slot, mode), kernel };
  const merged = { ...screen.defaults, frame: 3, ...params };
  const snapshot = derivation.derive({ ...input, params: merged }, scratch);
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}
const cells = ({ values }: Snapshot, side: number, row = 0): number[] =>
  Array.from({ length: COLUMNS }, (_, column) => values[row * SLOTS + sideSlot(side, column)]!);
const times = (snapshot: Snapshot): number[] => Array.from(snapshot.times, (time) => time - OPEN);

describe("columns", () => {
  test("skip 09:15, and are the latest five, the newest as far as it has run", () => {
    const live = makeDay(20);
    expect(times(run(live, 18))).toEqual([6, 9, 12, 15, 18]);
    const partial = run(live, 20);
    expect([times(partial), partial.partial]).toEqual([[9, 12, 15, 18, 20], 2]);
    expect(cells(partial, 0)).toEqual([195, 195, 195, 195, 130]);
    expect(times(run(live, 5))).toEqual([3, 5]); // the first is 09:18, not 09:15
    expect(times(run(live, 0))).toEqual([]);
  });

  test("begin at any interval but the last four; the last of these follows the clock", () => {
    const live = makeDay(30);
    const { starts } = run(live, 24);
    expect(Array.from(starts, (time) => time - OPEN)).toEqual([3, 6, 9, 12]);
    expect(times(run(live, 24, { start: OPEN + 6 }))).toEqual([6, 9, 12, 15, 18]);
    expect(times(run(live, 27, { start: OPEN + 6 }))).toEqual([6, 9, 12, 15, 18]);
    expect(times(run(live, 24, { start: OPEN + 24 }))).toEqual([12, 15, 18, 21, 24]); // too late
    expect(times(run(live, 24, { start: OPEN + 7 }))).toEqual([12, 15, 18, 21, 24]); // of another frame
    expect(run(live, 9).starts).toHaveLength(0);
  });

  test("a hole is no column; a figure that is missing at either end is '-'", () => {
    const live = makeDay(6);
    live.set(OI, PUT, -1);
    live.close(15, 18);
    const snapshot = run(live, 18);
    expect(times(snapshot)).toEqual([3, 6, 15, 18]);
    expect(cells(snapshot, 1).slice(0, 4)).toEqual([-195, -195, NONE, NONE]);
  });

  test("live, the minute in progress is the newest", () => {
    const live = makeDay(6);
    live.set(OI, CALL, 9999);
    const snapshot = run(live, 7, {}, "live");
    expect(times(snapshot)).toEqual([3, 6, 7]);
    expect(cells(snapshot, 0)[2]).toBe(9999 - 6890);
  });

  test("live, a minute whose frame is late ends its column as its last tick left it", () => {
    const live = makeDay(8);
    const scratch = derivation.createScratch();
    live.set(OI, CALL, 9999);
    run(live, 9, {}, "live", scratch);
    live.set(OI, CALL, 12_000);
    const turned = run(live, 10, {}, "live", scratch);
    expect([times(turned), cells(turned, 0).slice(2, 4)]).toEqual([
      [3, 6, 9, 10],
      [9999 - 6890, 12_000 - 9999],
    ]);
  });
});

describe("metrics", () => {
  const newest = (params: Partial<Params>, side = 0): number | undefined =>
    cells(run(makeDay(18), 18, params), side)[4];
  test("OI, volume and price; per cent of what there was", () => {
    expect([newest({}), newest({}, 1)]).toEqual([195, -195]);
    expect(newest({ metric: "volume" })).toBe(390);
    expect([newest({ metric: "price" }), newest({ metric: "price" }, 1)]).toEqual([0.3, -0.15]);
    expect(newest({ metric: "oiPercent" })).toBeCloseTo((195 / (6500 + 15 * 65)) * 100, 10);
  });

  test("lots divide OI and volume, and nothing else", () => {
    expect(newest({ inLots: true })).toBe(3);
    expect(newest({ inLots: true, metric: "volume" })).toBe(6);
    expect(newest({ inLots: true, metric: "price" })).toBe(0.3);
    const { values, totals, sinceClose } = run(makeDay(18), 18, { inLots: true });
    expect(values[sideSlot(0, SINCE_CLOSE)]).toBe((6500 + 18 * 65 - 650) / 65);
    expect(totals[sideSlot(0, 4)]).toBe(3);
    expect(sinceClose[0]).toBe(3 * 5850 + 18 * 65); // the head stays in units
  });

  test("Analysis is the build-up of the interval, '-' otherwise", () => {
    const snapshot = run(makeDay(18), 18, { metric: "analysis" });
    expect(cells(snapshot, 0)[4]).toBe(LONG_BUILD);
    expect(cells(snapshot, 0, 1)[4]).toBeNaN(); // stood still
    const ink = (side: number) => CELL_INKS[snapshot.styles[sideSlot(side, 4)]! & CELL_INK];
    expect(ink(0)).toBe("up");
    expect(ink(1)).toBe("column"); // Long Unwind has a style of its own
    const live = makeDay(18);
    live.set(OI, PUT, 9000);
    live.close(19, 21);
    live.set(OI, PUT, 9500);
    live.set(LTP, PUT, 100);
    live.close(22, 24);
    const next = run(live, 24, { metric: "analysis" });
    expect(cells(next, 1)[4]).toBe(SHORT_BUILD);
    expect(CELL_INKS[next.styles[sideSlot(1, 4)]! & CELL_INK]).toBe("down");
  });

  test("a price of an earlier day changes nothing: '-' until both ends have one of today", () => {
    const live = makeDay(18);
    const { columns, stride } = live.day.minutes;
    for (let slot = 0; slot <= 12; slot++) columns[VOL]![slot * stride + CALL] = 0;
    const price = run(live, 18, { metric: "price" });
    expect(cells(price, 0)).toEqual([NONE, NONE, NONE, NONE, 0.3]);
    expect(price.pricedOn?.untradedContracts).toHaveLength(4); // the strikes that never trade
    expect(cells(run(live, 18, { metric: "analysis" }), 0)).toEqual([NONE, NONE, NONE, NONE, LONG_BUILD]);
    expect(cells(run(live, 18), 0)).toEqual(Array(5).fill(195));
  });

  test("Vega is the change of what chains show", () => {
    const value = newest({ metric: "vega" }, 1);
    expect(value).not.toBeNaN();
    expect(Math.round((value ?? 0) * 1000) / 1000).toBe(value);
  });
});

describe("rows", () => {
  test("strikes with the one at the money, what is in the money, and where the spot stands; turned around on demand", () => {
    const snapshot = run(makeDay(18), 18);
    const { values, styles, splitRow, followed } = snapshot;
    expect([0, 1, 2].map((row) => values[row * SLOTS + STRIKE])).toEqual([100, 110, 120]);
    expect([styles[SLOTS + STRIKE], splitRow, followed]).toEqual([CELL_ATM, 1, 1]);
    const isItm = (row: number, side: number): boolean => (styles[row * SLOTS + sideSlot(side, 0)]! & CELL_ITM) !== 0;
    expect([isItm(0, 0), isItm(0, 1), isItm(1, 0), isItm(1, 1)]).toEqual([true, false, false, true]);
    const turned = run(makeDay(18), 18, { isInverse: true });
    expect([0, 1, 2].map((row) => turned.values[row * SLOTS + STRIKE])).toEqual([120, 110, 100]);
    expect([turned.splitRow, turned.followed]).toEqual([2, 1]);
    expect(cells(turned, 0, 2)).toEqual(cells(snapshot, 0, 0));
  });

  test("in the closing auction the rows are split at the future, and its price stands there", () => {
    const cell = { ltp: 5, oi: 6500, vol: 10 };
    const strikes = [100, 110, 120].map((strike) => ({ strike, ce: cell, pe: cell }));
    const live = makeLiveDay(makeRoom({ spot: { ltp: 108 }, future: { ltp: 117 }, strikes }));
    live.close(0, 364);
    expect(run(live, 364)).toMatchObject({ splitRow: 2, standing: { basis: "future", spot: 117 } });
    expect(run(live, 359)).toMatchObject({ splitRow: 1, standing: { basis: "spot", spot: 108 } });
  });

  test("bars are on one scale for both sides, and too short ones are left out", () => {
    const live = makeDay(18);
    live.set(OI, CALL, 1e6);
    live.close(19, 21);
    const { values } = run(live, 21);
    expect(values[sideSlot(0, barOf(4))]).toBe(1);
    expect(values[sideSlot(1, barOf(3))]).toBe(0);
  });

  test("without yesterday's OI the change since then is not known", () => {
    const strikes = [{ strike: 100, ce: { ltp: 1, oi: 5 }, pe: { ltp: 1, oi: 5 } }];
    const live = makeLiveDay(makeRoom({ spot: { ltp: 100 }, strikes }));
    live.close(0, 3);
    const { values, totals, sinceClose, sinceClosePercent } = run(live, 3);
    expect([values[sideSlot(0, SINCE_CLOSE)], totals[sideSlot(0, SINCE_CLOSE)]]).toEqual([NONE, NONE]);
    expect([...sinceClose, ...sinceClosePercent]).toEqual([NONE, NONE, NONE, NONE]);
  });
});
