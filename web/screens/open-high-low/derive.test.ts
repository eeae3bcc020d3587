import { describe, expect, test } from "vitest";
import {
  ALL_FIELDS,
  createMinuteColumns,
  HIGH,
  LOW,
  LTP as LTP_FIELD,
  OPEN as OPEN_FIELD,
} from "#contract/domain/columns.ts";
import { CELL_ATM, CELL_INK, CELL_INKS } from "#contract/domain/snapshots/cell-style.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeLiveDay } from "#market/__fixtures__/live-day.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";
import {
  BAR,
  H_BREAK,
  HIT_TIME,
  KEY,
  L_BREAK,
  LTP,
  MAIN,
  NEW_HIGH,
  NEW_LOW,
  OPEN,
  type Params,
  POINTS,
  PROGRESS,
  RANGE_ALL,
  SLOTS,
  type Snapshot,
  STRIKE,
  sideSlot,
  UNHIT,
} from "./snapshot.ts";

const NINE_FIFTEEN = 555;
/** Open, high so far, low so far and last price of a minute; undefined: the contract has not traded. */
type Bar = readonly [open: number, high: number, low: number, ltp: number] | undefined;

/** The call of 100 by minute ('hole': the minute is missing); its put and the other strikes never trade. */
function makeDay(bars: readonly (Bar | "hole")[], strikes = [90, 100, 110]) {
  const day = makeRoom({ spot: { ltp: 101 }, strikes: strikes.map((strike) => ({ strike, ce: {}, pe: {} })) });
  day.minutes = createMinuteColumns(day.minutes.stride, day.minutes.slots, ALL_FIELDS);
  const live = makeLiveDay(day);
  const row = 1 + strikes.indexOf(100) * 2;
  bars.forEach((bar, slot) => {
    if (bar === "hole") return;
    setBar(live, row, bar);
    live.close(slot);
  });
  return live;
}
type Live = ReturnType<typeof makeDay>;

function setBar(live: Live, row: number, bar: Bar): void {
  const [open = -0.01, high = -0.01, low = -0.01, ltp = -0.01] = bar ?? [];
  for (const [field, value] of [
    [OPEN_FIELD, open],
    [HIGH, high],
    [LOW, low],
    [LTP_FIELD, ltp],
  ] as const)
    live.set(field, row, Math.round(value * 100));
}

function run(live: Live, slot: number, params: Partial<Params> = {}, mode: "live" | "replay" = "replay"): Snapshot {
  const input = { ...live.input(slot, mode), kernel: undefined as unknown as Kernel };
  const snapshot = derivation.derive(
    { ...input, params: { ...screen.defaults, ...params } },
    derivation.createScratch(),
  );
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}
const rowOf = ({ values, rows }: Snapshot, strike: number): number =>
  Array.from({ length: rows }, (_, row) => values[row * SLOTS + STRIKE]).indexOf(strike);
const call = (snapshot: Snapshot, figure: number): number | undefined =>
  snapshot.values[rowOf(snapshot, 100) * SLOTS + sideSlot(0, figure)];
const ink = (snapshot: Snapshot, figure: number) =>
  CELL_INKS[snapshot.styles[rowOf(snapshot, 100) * SLOTS + sideSlot(0, figure)]! & CELL_INK];
const qualified = (snapshot: Snapshot): number => snapshot.counts[0].qualified;

describe("high mode", () => {
  test.each<[string, readonly (Bar | "hole")[], number, boolean]>([
    ["the open is the high of the first minute", [[10, 10, 9, 9]], 1, true],
    ["a higher price within it", [[10, 10.05, 9, 9]], 1, false],
    [
      "a higher price in the third of three minutes",
      [
        [10, 10, 9, 9],
        [10, 10, 9, 9],
        [10, 10.05, 9, 10.05],
      ],
      3,
      false,
    ],
    [
      "equal through all three",
      [
        [10, 10, 9, 9],
        [10, 10, 8, 9],
        [10, 10, 8, 10],
      ],
      3,
      true,
    ],
    [
      "the last of the first minutes is a hole: the one before it counts",
      [[10, 10, 9, 9], [10, 10, 9, 9], "hole", [10, 12, 9, 9]],
      3,
      true,
    ],
    ["all of the first minutes are holes", ["hole", [10, 10, 9, 9], [10, 10, 9, 9]], 1, false],
    ["a first trade after the first minute", [undefined, [10, 10, 10, 10]], 1, false],
    ["a first trade within the first minutes", [undefined, [10, 10, 10, 10], [10, 10, 9, 9]], 3, true],
    ["never traded", [undefined, undefined], 1, false],
  ])("%s", (_, bars, timeframe, expected) => {
    expect(qualified(run(makeDay(bars), bars.length - 1, { timeframe }))).toBe(expected ? 1 : 0);
  });

  test.each([
    [10, 9.99, true],
    [10, 10, false],
    [1, 1, false],
    [1.05, 1, true],
    [0.05, 0, true],
  ])("an open of %f with the filter %f", (open, filter, expected) => {
    const snapshot = run(makeDay([[open, open, open, open]]), 0, { filter });
    expect([qualified(snapshot), snapshot.counts[0].traded]).toEqual(expected ? [1, 1] : [0, 0]);
  });

  test("unbroken: points are open less ltp, and the bar says how far the price has moved", () => {
    const snapshot = run(
      makeDay([
        [10, 10, 9, 9],
        [10, 10, 7, 7.5],
      ]),
      1,
    );
    const shown = [OPEN, MAIN, NEW_HIGH, NEW_LOW, POINTS, HIT_TIME, PROGRESS, BAR, LTP].map((one) =>
      call(snapshot, one),
    );
    expect(shown).toEqual([10, 10, 10, 7, 2.5, UNHIT, 25, 0.25, 7.5]);
    expect(call(snapshot, KEY)).toBeGreaterThan(0);
  });

  test("the first later minute whose high is above the open is the hit; equality is none", () => {
    const bars: readonly (Bar | "hole")[] = [
      [10, 10, 9, 9],
      [10, 10, 9, 10],
      "hole",
      [10, 10.05, 9, 10],
      [10, 11, 9, 8],
    ];
    const live = makeDay(bars);
    expect(call(run(live, 1), HIT_TIME)).toBe(UNHIT);
    expect(call(run(live, 2), HIT_TIME)).toBe(UNHIT); // a replay in the hole
    const hit = run(live, 4);
    expect([call(hit, HIT_TIME), call(hit, PROGRESS), call(hit, BAR), call(hit, POINTS)]).toEqual([
      NINE_FIFTEEN + 3,
      H_BREAK,
      0,
      Number.POSITIVE_INFINITY,
    ]);
    expect([call(hit, MAIN), call(hit, NEW_HIGH)]).toEqual([10, 11]);
    expect([ink(hit, PROGRESS), ink(hit, NEW_HIGH), hit.counts[0].broken]).toEqual(["up", "ink", 1]);
  });

  test("live, a tick above the open breaks it in the minute in progress", () => {
    const live = makeDay([
      [10, 10, 9, 9],
      [10, 10, 9, 9],
    ]);
    expect(call(run(live, 2, {}, "live"), HIT_TIME)).toBe(UNHIT);
    setBar(live, 3, [10, 10.5, 9, 10.5]);
    const hit = run(live, 2, {}, "live");
    expect([call(hit, HIT_TIME), hit.counts[0].broken]).toEqual([NINE_FIFTEEN + 2, 1]);
  });

  test("one scratch: a replay goes back before the break, and on again", () => {
    const live = makeDay([
      [10, 10, 9, 9],
      [10, 10, 9, 9],
      [10, 12, 9, 12],
    ]);
    const scratch = derivation.createScratch();
    const at = (slot: number) => {
      const input = { ...live.input(slot, "replay"), kernel: undefined as unknown as Kernel, params: screen.defaults };
      return structuredClone(derivation.derive(input, scratch)) as Snapshot;
    };
    expect([2, 1, 2].map((slot) => call(at(slot), HIT_TIME))).toEqual([NINE_FIFTEEN + 2, UNHIT, NINE_FIFTEEN + 2]);
  });
});

test("low mode is symmetric", () => {
  const live = makeDay([
    [10, 11, 10, 11],
    [10, 12, 10, 12],
    [10, 12, 9.95, 10],
  ]);
  const mode = { mode: "low" } as const;
  const before = run(live, 1, mode);
  expect([OPEN, MAIN, POINTS, PROGRESS].map((one) => call(before, one))).toEqual([10, 10, 2, 20]);
  const hit = run(live, 2, mode);
  expect([call(hit, HIT_TIME), call(hit, PROGRESS), ink(hit, PROGRESS)]).toEqual([NINE_FIFTEEN + 2, L_BREAK, "down"]);
  expect(qualified(run(live, 2))).toBe(0); // its open was no high
  expect(qualified(run(makeDay([[10, 11, 9.95, 10]]), 0, mode))).toBe(0);
});

test("the mode 'all' shows every strike, and breaks nothing", () => {
  const live = makeDay([
    [10, 11, 9, 9],
    [10, 12, 8, 12],
  ]);
  const snapshot = run(live, 1, { mode: "all" });
  expect([snapshot.rows, qualified(snapshot)]).toEqual([3, 1]);
  expect([call(snapshot, POINTS), call(snapshot, HIT_TIME)]).toEqual([-2, UNHIT]);
});

describe("rows", () => {
  test("are the strikes with a side that qualifies, and the one at the money of the underlying", () => {
    const strikes = [70, 80, 90, 100, 110, 120, 130, 140];
    const live = makeDay([[10, 10, 9, 9]], strikes);
    for (const [row, bar] of [
      [1, [5, 5, 5, 5]], // the 70 call
      [16, [6, 6, 6, 6]], // the 140 put
    ] as const)
      setBar(live, row, bar);
    live.close(0);
    const names = (params: Partial<Params>) => {
      const { values, rows } = run(live, 0, params);
      return Array.from({ length: rows }, (_, row) => values[row * SLOTS + STRIKE]);
    };
    expect(names({})).toEqual([70, 100, 140]);
    expect(names({ range: 3 })).toEqual([70, 100]); // 70 to 130
    expect(names({ filter: 7 })).toEqual([100]);
    expect(names({ filter: 100 })).toEqual([100]); // at the money
    const snapshot = run(live, 0);
    expect(snapshot.styles[SLOTS + STRIKE]! & CELL_ATM).toBe(CELL_ATM);
    expect(snapshot.followed).toBe(1);
    expect(RANGE_ALL).toBe(screen.defaults.range);
  });

  test("are sorted by the time of the hit: what has none stands last either way", () => {
    const strikes = [90, 100, 110];
    const live = makeDay([[10, 10, 9, 9]], strikes);
    setBar(live, 1, [5, 5, 5, 5]);
    setBar(live, 5, [4, 4, 4, 4]);
    live.close(0);
    setBar(live, 3, [10, 11, 9, 9]);
    live.close(1);
    setBar(live, 5, [4, 4.5, 4, 4]);
    live.close(2);
    const order = (descending: boolean) => {
      const { values, rows } = run(live, 2, { sort: { by: "ce:hit", descending } });
      return Array.from({ length: rows }, (_, row) => values[row * SLOTS + STRIKE]).filter((one) => one !== undefined);
    };
    expect(order(true)).toEqual([110, 100, 90]);
    expect(order(false).at(-1)).toBe(90);
  });
});

describe("what cannot be said", () => {
  test("the first minutes are not over", () => {
    const live = makeDay([
      [10, 10, 9, 9],
      [10, 10, 9, 9],
    ]);
    const { rows, formingUntil } = run(live, 1, { timeframe: 5 });
    expect([rows, formingUntil]).toEqual([0, NINE_FIFTEEN + 5]);
    expect(run(live, 1, { timeframe: 2 }).formingUntil).toBeNaN();
  });

  test("the first minutes are missing, or the day has no opens", () => {
    expect(run(makeDay(["hole", "hole", [10, 10, 9, 9]]), 2)).toMatchObject({ lacks: "start", rows: 0 });
    const live = makeLiveDay(makeRoom({ spot: { ltp: 100 }, strikes: [{ strike: 100, ce: { ltp: 1 } }] }));
    live.close(0, 3);
    expect(run(live, 3)).toMatchObject({ lacks: "opens", rows: 0 });
  });
});
