import { describe, expect, test } from "vitest";
import { LONG_BUILD, LONG_UNWIND, NO_BUILD_UP, SHORT_BUILD, SHORT_COVER } from "#contract/domain/build-up.ts";
import { LTP as LTP_FIELD, OI as OI_FIELD, VOL } from "#contract/domain/columns.ts";
import { CELL_INK, CELL_INKS, CELL_ITM } from "#contract/domain/snapshots/cell-style.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeLiveDay } from "#market/__fixtures__/live-day.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";
import {
  BUILD_UP,
  LTP,
  OI,
  OI_CHANGE,
  type Params,
  PRICE_CHANGE,
  SLOTS,
  type Snapshot,
  sideSlot,
  sumSlot,
  TIME,
  VOLUME,
  VOLUME_BAR,
  VOLUME_CHANGE,
} from "./snapshot.ts";

const NONE = Number.NaN;
const CALL = 2;
const OPEN = 555;

/** [price, OI] of the call at 09:15, 09:18 and so on: one of each build-up, then two that are none. */
const STEPS = [
  [10, 1000],
  [11, 1500],
  [10, 1700],
  [12, 1600],
  [11, 1200],
  [11, 1300],
  [12, 1300],
] as const;

function makeDay(spot = 104) {
  const strikes = [95, 100, 105].map((strike) => ({
    strike,
    ce: { ltp: 10, oi: 5, vol: 0 },
    pe: { ltp: 9, oi: 7, vol: 65 },
  }));
  const live = makeLiveDay(makeRoom({ spot: { ltp: spot, prevClose: 100 }, future: { ltp: spot }, strikes }));
  STEPS.forEach(([price, oi], i) => {
    for (const [field, value] of [
      [LTP_FIELD, price * 100],
      [OI_FIELD, oi],
      [VOL, (i + 1) * 100_000],
    ] as const)
      live.set(field, CALL + 4, value); // the 105 call
    live.close(i * 3, Math.min(i * 3 + 2, 18));
  });
  return live;
}
type Live = ReturnType<typeof makeDay>;

function run(live: Live, slot: number, params: Partial<Params> = {}, mode: "live" | "replay" = "replay"): Snapshot {
  const input = { ...live.input(slot, mode), kernel: undefined as unknown as Kernel };
  const snapshot = derivation.derive(
    { ...input, params: { ...screen.defaults, ...params } },
    derivation.createScratch(),
  );
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}
const column = ({ values, rows }: Snapshot, slot: number): number[] =>
  Array.from({ length: rows }, (_, row) => values[row * SLOTS + slot]!);
const inks = ({ styles, rows }: Snapshot, slot: number): string[] =>
  Array.from({ length: rows }, (_, row) => CELL_INKS[styles[row * SLOTS + slot]! & CELL_INK]!);
const ce = (figure: number): number => sideSlot(0, figure);

describe("view 2", () => {
  test("a row of a side: build-up, volume and OI with their changes, price with its change, and the time", () => {
    const snapshot = run(makeDay(), 18);
    expect(column(snapshot, TIME)).toEqual([3, 6, 9, 12, 15, 18].map((minute) => OPEN + minute));
    expect(column(snapshot, ce(BUILD_UP))).toEqual([
      LONG_BUILD,
      SHORT_BUILD,
      SHORT_COVER,
      LONG_UNWIND,
      NO_BUILD_UP,
      NO_BUILD_UP,
    ]);
    expect(column(snapshot, ce(OI))).toEqual([1500, 1700, 1600, 1200, 1300, 1300]);
    expect(column(snapshot, ce(OI_CHANGE))).toEqual([500, 200, -100, -400, 100, 0]);
    expect(column(snapshot, ce(LTP))).toEqual([11, 10, 12, 11, 11, 12]);
    expect(column(snapshot, ce(PRICE_CHANGE))).toEqual([1, -1, 2, -1, 0, 1]);
    expect(column(snapshot, ce(VOLUME))).toEqual([2, 3, 4, 5, 6, 7].map((lakh) => lakh * 1e5));
    expect(column(snapshot, ce(VOLUME_CHANGE))).toEqual(Array(6).fill(1e5));
    expect(column(snapshot, ce(VOLUME_BAR))).toEqual(Array(6).fill(1));
    expect(column(snapshot, sideSlot(1, BUILD_UP))).toEqual(Array(6).fill(NO_BUILD_UP)); // the put stood still
  });

  test("Analysis is green for Long Build and red for Short Build, OI Chg green for Short Cover and red for Long Unwind", () => {
    const snapshot = run(makeDay(), 18);
    expect(inks(snapshot, ce(BUILD_UP))).toEqual(["up", "down", "column", "column", "ink-3", "ink-3"]);
    expect(inks(snapshot, ce(OI_CHANGE))).toEqual(["column", "column", "up", "down", "column", "column"]);
  });

  test("the newest row of a running interval stands out; newest first turns the rows around", () => {
    const live = makeDay();
    expect(run(live, 18).styles.some((style) => style & CELL_ITM)).toBe(false);
    const partial = run(live, 17);
    expect(column(partial, TIME).at(-1)).toBe(OPEN + 17);
    expect(partial.styles[(partial.rows - 1) * SLOTS + TIME]! & CELL_ITM).toBe(CELL_ITM);
    const turned = run(live, 17, { isNewestFirst: true });
    expect(column(turned, TIME)).toEqual(column(partial, TIME).reverse());
    expect(column(turned, ce(OI_CHANGE))).toEqual(column(partial, ce(OI_CHANGE)).reverse());
    expect([partial.followed, turned.followed]).toEqual([partial.rows - 1, 0]);
    expect(turned.styles[TIME]! & CELL_ITM).toBe(CELL_ITM);
  });

  test("a contract that has not traded yet has no price, and what was built up begins after its first trade", () => {
    const live = makeDay();
    const { columns, stride } = live.day.minutes;
    for (let slot = 0; slot < 5; slot++) columns[VOL]![slot * stride + CALL + 4] = 0;
    const snapshot = run(live, 18);
    expect(column(snapshot, ce(LTP))).toEqual([NONE, 10, 12, 11, 11, 12]);
    expect(column(snapshot, ce(PRICE_CHANGE)).slice(0, 3)).toEqual([NONE, NONE, 2]);
    expect(column(snapshot, ce(BUILD_UP)).slice(0, 3)).toEqual([NONE, NONE, SHORT_COVER]);
    expect(column(snapshot, ce(OI_CHANGE)).slice(0, 2)).toEqual([NONE, NONE]); // a row without a price is none to compare with
  });

  test("live, a tick moves the newest row", () => {
    const live = makeDay();
    const before = run(live, 19, {}, "live");
    expect([column(before, TIME).at(-1), column(before, ce(OI_CHANGE)).at(-1)]).toEqual([OPEN + 19, 0]);
    live.set(OI_FIELD, CALL + 4, 1450);
    expect(column(run(live, 19, {}, "live"), ce(OI_CHANGE)).at(-1)).toBe(150);
  });

  test("before the second interval there is no row, and a contract that is not listed has none of the figures", () => {
    expect(run(makeDay(), 0).rows).toBe(0);
    expect(run(makeDay(), 0).followed).toBe(-1);
    const live = makeLiveDay(makeRoom({ spot: { ltp: 100 }, strikes: [{ strike: 100, ce: { ltp: 1, oi: 1 } }] }));
    live.close(0, 3);
    const snapshot = run(live, 3);
    expect(column(snapshot, sideSlot(1, BUILD_UP))).toEqual([Number.NaN]);
    expect([...snapshot.totals].slice(6)).toEqual(Array(5).fill(Number.NaN));
  });
});

test("strikes begin with spot rounded to the step", () => {
  const strikes = [21_400, 21_450, 21_500].map((strike) => ({ strike, ce: { ltp: 1 }, pe: { ltp: 1 } }));
  const live = makeLiveDay(makeRoom({ spot: { ltp: 21_463 }, strikes }));
  live.close(0);
  expect(run(live, 0).shown).toEqual([21_450, 21_450]);
  expect(run(live, 0, { strikes: ["atm", 21_500] }).shown).toEqual([21_450, 21_500]);
  expect(run(live, 0, { strikes: ["atm", 9] }).shown).toEqual([21_450, 21_450]); // another symbol's
});

test("view 1: the four sums run within a block of 15 or 60 minutes", () => {
  const live = makeDay();
  const sums = (params: Partial<Params>) => {
    const snapshot = run(live, 18, { view: 1, ...params });
    return Array.from({ length: snapshot.rows }, (_, row) =>
      [0, 1, 2, 3].map((sum) => snapshot.values[row * SLOTS + sumSlot(sum)]),
    );
  };
  const first = [
    [500, 0, 0, 0],
    [500, 200, 0, 0],
    [500, 200, 0, -100],
    [500, 200, -400, -100],
    [500, 200, -400, -100],
  ];
  expect(sums({ rowsPerBlock: 5 })).toEqual([...first, [0, 0, 0, 0]]);
  expect(sums({ rowsPerBlock: 20 })).toEqual([...first, first[4]]);
  expect(
    sums({ side: "pe" })
      .flat()
      .every((sum) => sum === 0),
  ).toBe(true);
});
