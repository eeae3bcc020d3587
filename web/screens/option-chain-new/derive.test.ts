import { describe, expect, test } from "vitest";
import type { MarketClock } from "#contract/domain/clock.ts";
import { LTP } from "#contract/domain/columns.ts";
import { CELL_ATM, CELL_ITM, CELL_RANK, CELL_RANK_SHIFT, CELL_STALE } from "#contract/domain/snapshots/cell-style.ts";
import {
  AGE_OF_PRICE,
  CALLS,
  type ColumnKey,
  columnSlot,
  type ChainParams as Params,
  PCR,
  PCR_OI_CHG,
  PCR_VOL,
  PUTS,
  STRADDLE,
  STRIKE,
} from "#contract/domain/snapshots/chain-table.ts";
import { isoDate } from "#contract/domain/units.ts";
import { type Cell, closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { at, cell, chain, clockAt, LOT, NONE, neat, run, styleAt } from "../../testing/option-chain.ts";

describe("the spine", () => {
  const snapshot = run(chain(), { columns: [] });

  test("strike, straddle and ratios; '-' where a value is missing", () => {
    const row = (i: number) => [STRIKE, STRADDLE, PCR, PCR_VOL, PCR_OI_CHG].map((slot) => at(snapshot, i, slot));
    expect(row(0)).toEqual([23_900, 265, 4, 10, -2]);
    expect(row(1)).toEqual([24_000, 210, 0.4, 0.3, -0.5]);
    expect(row(2)).toEqual([24_100, 200, 0.75, 0.25, 0]);
    // One side has not traded today: its price is of an earlier day, and no part of a straddle.
    expect(row(3)).toEqual([24_200, NONE, NONE, NONE, NONE]);
  });

  test("ATM is the strike nearest the spot; the rows are split where the spot is", () => {
    expect(snapshot.atmRow).toBe(2);
    expect(snapshot.splitRow).toBe(2);
    const marks = [0, 1, 2, 3].map((row) => styleAt(snapshot, row, STRIKE));
    expect(marks).toEqual([0, 0, CELL_ATM, 0]);
  });
});

test("a recorded day may have the spot alone: there are no rows, and the header has the spot", () => {
  const snapshot = run(makeRoom({ spot: { ltp: 24_010 }, strikes: [] }), {});
  expect([snapshot.rows, snapshot.atmRow, snapshot.splitRow, snapshot.facts.spot]).toEqual([0, -1, -1, 24_010]);
});

test("the lot is that of a call, also where the lowest strike has none", () => {
  const day = makeRoom({
    strikes: [
      { strike: 23_900, pe: { ltp: 5 } },
      { strike: 24_000, ce: { ltp: 5 } },
    ],
  });
  expect(run(day, {}).facts.lotSize).toBe(LOT);
});

test("a contract that never traded has no part in a straddle, also where untraded ones are priced", () => {
  const day = makeRoom({
    spot: { ltp: 24_010 },
    strikes: [{ strike: 24_000, ce: { ltp: 120, vol: 65 }, pe: { ltp: 0, vol: 0 } }],
  });
  const snapshot = run(day, {}, clockAt(600), true, { forward: false, untraded: true });
  expect([at(snapshot, 0, STRADDLE), snapshot.facts.straddle]).toEqual([NONE, NONE]);
});

test("the last price of a contract without a trade today is quiet, and says how many days old it is", () => {
  const quiet = (prevVol?: number): Cell => ({ ltp: 5, vol: 0, ...(prevVol !== undefined && { prevVol }) });
  // A Monday: the trading day before it is three days earlier.
  const day = makeRoom({
    date: "2026-08-17",
    spot: { ltp: 24_010 },
    strikes: [
      { strike: 24_000, ce: quiet(130), pe: { ltp: 120, vol: 65, prevVol: 0 } },
      { strike: 24_100, ce: quiet(0), pe: quiet() },
    ],
  });
  const columns: ColumnKey[] = ["OI", "LTP"];
  for (const inverse of [false, true]) {
    const snapshot = run(day, { columns, inverse });
    const cells = [0, 1].flatMap((row) =>
      [CALLS, PUTS].map((side) => {
        const slot = columnSlot(2, side as 0 | 1, 1);
        const place = inverse ? 1 - row : row;
        return [at(snapshot, place, slot + AGE_OF_PRICE), (styleAt(snapshot, place, slot) & CELL_STALE) !== 0];
      }),
    );
    expect(cells).toEqual([
      [3, true],
      [NONE, false],
      [-3, true],
      [NONE, true],
    ]);
    expect(snapshot.facts.pricedOn).toMatchObject({ quiet: 3, quietAges: { days: 3, traded: 1, older: 1 } });
  }
});

describe("order and range", () => {
  const columns: ColumnKey[] = ["LTP", "OI"];

  test("inverse puts the highest strike first, with everything that belongs to it", () => {
    const up = run(chain(), { columns });
    const down = run(chain(), { columns, inverse: true });
    for (let row = 0; row < 4; row++) {
      for (let slot = 0; slot < up.slots; slot++) {
        expect(at(down, 3 - row, slot)).toEqual(at(up, row, slot));
        expect(styleAt(down, 3 - row, slot)).toBe(styleAt(up, row, slot));
      }
    }
    expect(down.atmRow).toBe(1);
    expect(down.splitRow).toBe(2);
  });

  test("a range shows so many strikes each side of ATM, and totals those", () => {
    const oi = new Array<Cell>(31).fill({ ltp: 10, oi: 65, prevOi: 65 });
    const day = makeRoom({
      spot: { ltp: 23_500 },
      strikes: oi.map((one, i) => ({ strike: 22_000 + i * 100, ce: one, pe: { ...one, oi: 130 } })),
    });
    const five = run(day, { strikeRange: 5 });
    expect(five.rows).toBe(11);
    expect([at(five, 0, STRIKE), at(five, 10, STRIKE), five.atmRow]).toEqual([23_000, 24_000, 5]);
    expect(five.facts).toMatchObject({ totalOi: { CE: 11 * 65, PE: 11 * 130 }, pcr: 2 });
    const fit = run(day, { strikeRange: 0, fitRows: 8 });
    expect([fit.rows, at(fit, 0, STRIKE), fit.atmRow, fit.facts.totalOi.CE]).toEqual([8, 23_100, 4, 8 * 65]);
    const all = run(day, { strikeRange: 100 });
    expect(all.rows).toBe(31);
    expect(all.facts.totalOi.CE).toBe(31 * 65);
    // Max pain is the chain's, whatever is shown of it.
    expect(five.facts.maxPain).toBe(all.facts.maxPain);
  });

  test("calls below the spot and puts above it are in the money", () => {
    const snapshot = run(chain(), { columns });
    const isMarked = (row: number, side: 0 | 1) => (styleAt(snapshot, row, columnSlot(2, side, 0)) & CELL_ITM) !== 0;
    expect([0, 1, 2, 3].map((row) => isMarked(row, CALLS))).toEqual([true, true, false, false]);
    expect([0, 1, 2, 3].map((row) => isMarked(row, PUTS))).toEqual([false, false, true, true]);
  });
});

describe("marks and bars", () => {
  const ranks = (key: ColumnKey, side: 0 | 1, params: Partial<Params> = {}) => {
    const snapshot = run(chain(), { columns: [key], ...params });
    return [0, 1, 2, 3].map((row) => (styleAt(snapshot, row, columnSlot(1, side, 0)) & CELL_RANK) >> CELL_RANK_SHIFT);
  };

  test("the highest three of a side are marked, in OI, its change and volume", () => {
    expect(ranks("OI Lakh", CALLS)).toEqual([0, 1, 3, 2]);
    expect(ranks("OI Lot", PUTS)).toEqual([1, 2, 3, 0]);
    expect(ranks("OI Chg", CALLS)).toEqual([0, 2, 3, 1]); // what falls is not among the highest
    expect(ranks("Volume", CALLS)).toEqual([3, 1, 2, 0]);
    expect(ranks("LTP", CALLS)).toEqual([0, 0, 0, 0]);
  });

  test("vega only when asked", () => {
    expect(ranks("Vega", CALLS)).toEqual([0, 0, 0, 0]);
    expect(ranks("Vega", CALLS, { vegaTop3: true }).toSorted()).toEqual([0, 1, 2, 3]);
  });

  test.each<[ColumnKey, number[], number[]]>([
    ["OI Lakh", [0.2, 1, 0.4, 0.6], [0.8, 0.4, 0.3, NONE]],
    ["OI Bar", [0.2, 1, 0.4, 0.6], [0.8, 0.4, 0.3, NONE]],
    ["Vol Lot", [0.05, 1, 0.4, 0], [0.5, 0.3, 0.1, NONE]],
    ["Vol Bar", [0.05, 1, 0.4, 0], [0.5, 0.3, 0.1, NONE]],
  ])("bars of %s are shares of the highest value", (key, calls, puts) => {
    const snapshot = run(chain(), { columns: [key] });
    const bars = (side: 0 | 1) => [0, 1, 2, 3].map((row) => neat(at(snapshot, row, columnSlot(1, side, 0) + 1)));
    expect(bars(CALLS)).toEqual(calls);
    expect(bars(PUTS)).toEqual(puts);
  });
});

test("off live the chain is that of the minute, and what minutes lack is '-'", () => {
  const day = chain();
  closeMinute(day, 10);
  day.live.columns[LTP][4] = 99_900;
  const snapshot = run(day, { columns: ["LTP", "Bid", "Open"] }, clockAt(566, "replay"));
  expect([0, 1, 2].map((i) => at(snapshot, 1, columnSlot(3, CALLS, i)))).toEqual([150, NONE, NONE]);
});

test("on the expiry day a contract has the minutes to its close left, and nothing at it", () => {
  const expiryDay = isoDate("2026-08-25");
  const day = makeRoom({
    date: expiryDay,
    spot: { ltp: 24_000 },
    strikes: [{ strike: 24_000, ce: cell(40, 1, 1, 1, 1), pe: cell(38, 1, 1, 1, 1) }],
  });
  const last = day.minutes.slots - 1;
  for (const slot of [45, last]) closeMinute(day, slot);
  const ivAt = (at: number, mode: MarketClock["mode"]): number => {
    const snapshot = run(day, { columns: ["IV"] }, { ...clockAt(at, mode), date: expiryDay });
    return snapshot.values[columnSlot(1, CALLS, 0)] as number;
  };
  expect(ivAt(600, "replay")).toBeGreaterThan(10);
  expect(ivAt(day.open + last, "replay")).toBe(0);
  expect(ivAt(day.open + last, "history")).toBe(0);
});
