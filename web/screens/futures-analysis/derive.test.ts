import { describe, expect, test } from "vitest";
import { BUILD_UP_STATES } from "#contract/domain/build-up.ts";
import { createMinuteColumns, OI, LTP as PRICE, type RoomDay, VOL } from "#contract/domain/columns.ts";
import { CELL_ITM } from "#contract/domain/snapshots/cell-style.ts";
import { minute } from "#contract/domain/units.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeFuturesRoom, setFuture } from "#market/__fixtures__/futures-room.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute } from "#market/__fixtures__/room.ts";
import { type Capture, indexFutures } from "../../testing/recorded-futures.ts";
import { HAS_RECORDED } from "../../testing/recorded-lines.ts";
import { derivation } from "./derive.ts";
import { BLOCK_WORDS, blockOfWord } from "./pane.ts";
import { screen } from "./screen.ts";
import {
  BUILD_UP,
  LTP,
  OI_CHANGE,
  type Params,
  PRICE_CHANGE,
  SLOTS,
  type Snapshot,
  TIME,
  VOLUME_CHANGE,
} from "./snapshot.ts";

const kernel = undefined as unknown as Kernel; // this screen prices nothing

/** NIFTY by minute from 09:15: [price, OI, volume]. */
function makeDay(minutes: readonly (readonly [number, number, number] | undefined)[], symbol = "NIFTY"): RoomDay {
  const day = makeFuturesRoom({ [symbol]: { prevClose: 90, prevOi: 500 } });
  for (const [slot, figures] of minutes.entries()) {
    if (!figures) continue;
    const [ltp, oi, vol] = figures;
    setFuture(day, symbol, { ltp, oi, vol });
    closeMinute(day, slot);
  }
  return day;
}

function run(
  day: RoomDay,
  at: number,
  params: Partial<Params> = {},
  mode: "live" | "replay" = "replay",
  symbol = "NIFTY",
) {
  const room = marketRoom(day);
  const clock = { mode, date: day.date, minute: minute(at), speed: 1 };
  const input = {
    market: makeMarket(room),
    pane: makePane({ symbol }),
    params: { ...screen.defaults, ...params },
    clock,
    kernel,
  };
  const snapshot = derivation.derive(input, derivation.createScratch());
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}

const clockText = (time: number): string =>
  `${String(Math.floor(time / 60)).padStart(2, "0")}:${String(Math.floor(time % 60)).padStart(2, "0")}`;
const word = (code: number): string => (Number.isNaN(code) ? "-" : (BUILD_UP_STATES[code]?.word ?? "No change"));

/** Each row as words: time (a total with a sigma), price change, OI change, volume change, analysis. */
const rowsOf = ({ rows, slots, values }: Snapshot): string[] =>
  Array.from({ length: rows }, (_, row) => {
    const cell = (slot: number): number => values[row * slots + slot]!;
    const time = `${cell(TIME) % 1 === 0 ? "" : "total "}${clockText(cell(TIME))}`;
    return [time, cell(PRICE_CHANGE), cell(OI_CHANGE), cell(VOLUME_CHANGE), word(cell(BUILD_UP))].join(" ");
  });
const totalOf = ({ totals }: Snapshot) => [
  totals[PRICE_CHANGE],
  totals[OI_CHANGE],
  totals[VOLUME_CHANGE],
  word(totals[BUILD_UP] ?? Number.NaN),
];

/** A minute each: price and OI by what happens, volume by 10. */
const ramp = (minutes: number): [number, number, number][] =>
  Array.from({ length: minutes }, (_, i) => [100 + i, 1000 + 10 * i, 10 * i]);

/** Minutes by slot; the others are holes. */
const sparse = (bySlot: Readonly<Record<number, readonly [number, number, number]>>) =>
  Array.from({ length: 10 }, (_, slot) => bySlot[slot]);

describe("rows of three minutes in blocks", () => {
  test("the open is what they count from, a total follows five rows, the day is their sum", () => {
    const snapshot = run(makeDay(ramp(20)), 555 + 18);
    expect(rowsOf(snapshot)).toEqual([
      "09:18 3 30 30 Long Build",
      "09:21 3 30 30 Long Build",
      "09:24 3 30 30 Long Build",
      "09:27 3 30 30 Long Build",
      "09:30 3 30 30 Long Build",
      "total 09:30 15 150 150 Long Build",
      "09:33 3 30 30 Long Build",
      "total 09:33 3 30 30 Long Build",
    ]);
    expect(totalOf(snapshot)).toEqual([18, 180, 180, "Long Build"]);
    expect(snapshot).toMatchObject({ price: 118, previousClose: 90, oi: 1180, previousOi: 500, followed: 7 });
  });

  test("a block of an hour has twenty rows; newest first a block's total stands above its rows", () => {
    const hour = run(makeDay(ramp(70)), 555 + 66, { rowsPerBlock: 20 });
    expect(
      rowsOf(hour)
        .map((row) => row.slice(0, 11))
        .filter((row) => row.startsWith("total")),
    ).toEqual(["total 10:15", "total 10:21"]);
    const turned = run(makeDay(ramp(20)), 555 + 18, { isNewestFirst: true });
    expect(
      rowsOf(turned).map((row) =>
        row
          .split(" ")
          .slice(0, row.startsWith("total") ? 2 : 1)
          .join(" "),
      ),
    ).toEqual(["total 09:33", "09:33", "total 09:30", "09:30", "09:27", "09:24", "09:21", "09:18"]);
    expect(turned.followed).toBe(0);
  });

  test("a total says what its sums say together, whatever its rows said", () => {
    const day = makeDay(sparse({ 0: [100, 1000, 0], 3: [99, 1010, 5], 6: [103, 990, 9] }));
    expect(rowsOf(run(day, 561))).toEqual([
      "09:18 -1 10 5 Short Build",
      "09:21 4 -20 4 Short Cover",
      "total 09:21 3 -10 9 Short Cover",
    ]);
  });

  test("what stands still is 'No change', a hole is no row", () => {
    const day = makeDay(sparse({ 0: [100, 1000, 0], 3: [100, 1010, 5], 9: [101, 1020, 9] }));
    expect(rowsOf(run(day, 564, { view: 2 }))).toEqual(["09:18 0 10 5 No change", "09:24 1 10 4 Long Build"]);
  });
});

test("view 2 has rows of the frame and no blocks; a row that still runs is marked, and is live", () => {
  const day = makeDay(ramp(20));
  setFuture(day, "NIFTY", { ltp: 130, oi: 900, vol: 400 });
  const snapshot = run(day, 555 + 20, { view: 2, frame: 15 }, "live");
  expect(rowsOf(snapshot)).toEqual(["09:30 15 150 150 Long Build", "09:35 15 -250 250 Short Cover"]);
  const { styles, slots, values } = snapshot;
  expect([styles[LTP]! & CELL_ITM, styles[slots + LTP]! & CELL_ITM]).toEqual([0, CELL_ITM]);
  expect([values[LTP], values[slots + LTP]]).toEqual([115, 130]);
});

test("a symbol without the future has no rows with figures", () => {
  expect(run(makeDay(ramp(5)), 559, {}, "replay", "TCS").isListed).toBe(false);
});

test("the stored word of a block: ten rows are no choice any more", () => {
  expect(BLOCK_WORDS).toEqual({ 5: "Fifteen", 10: "Thirty", 20: "Hour" });
  expect(["Fifteen", "Thirty", "Hour", "x"].map(blockOfWord)).toEqual([5, 5, 20, 5]);
});

describe.skipIf(!HAS_RECORDED)("index futures of October 2020 (needs MARKET_DATA)", () => {
  test.each([
    ["NIFTY", "2020-10-12", 3],
    ["NIFTY", "2020-10-07", 15],
    ["BANKNIFTY", "2020-10-06", 30],
  ] as const)("%s, %s, every %s minutes", (symbol, date, frame) => {
    const byMinute = new Map<number, Capture>();
    for (const one of indexFutures(symbol, date)) if (one.at >= 555 && one.at <= 930) byMinute.set(one.at, one);
    const end = Math.max(...byMinute.keys());
    const day = makeDay(
      Array.from({ length: end - 554 }, (_, i) => {
        const one = byMinute.get(555 + i);
        return one && ([one.price, one.oi, one.volume] as const);
      }),
      symbol,
    );
    // The plain script: the last capture of each interval, against the one of the interval before.
    const plain: string[] = [];
    const last = { price: Number.NaN, oi: Number.NaN, volume: Number.NaN };
    for (let to = 555; to < 930 + frame; to += frame) {
      let found: Capture | undefined;
      for (let at = Math.max(555, to - frame + 1); at <= Math.min(to, end); at++) found = byMinute.get(at) ?? found;
      if (!found) continue;
      const { price, oi, volume } = found;
      const [up, more] = [Math.sign(price - last.price), Math.sign(oi - last.oi)];
      const said =
        up * more === 0
          ? "No change"
          : up > 0
            ? more > 0
              ? "Long Build"
              : "Short Cover"
            : more > 0
              ? "Short Build"
              : "Long Unwind";
      const change = Math.round((price - last.price) * 1e4) / 1e4;
      const row = [clockText(Math.min(to, end)), change, oi - last.oi, volume - last.volume, said];
      if (!Number.isNaN(last.price)) plain.push(row.join(" "));
      Object.assign(last, { price, oi, volume });
    }
    expect(rowsOf(run(day, end, { view: 2, frame }, "replay", symbol))).toEqual(plain);
    expect(plain.length).toBeGreaterThan(9);
  });
});

test("in a room that a currency keeps open from 09:00 to 17:00 an equity future has the rows of its own session", () => {
  const before = Array.from({ length: 15 }, () => [90, 500, 0] as const);
  const own = Array.from({ length: 386 }, (_, slot) => [100 + slot, 1000 + slot, 10 * slot] as const);
  const after = Array.from({ length: 80 }, () => own.at(-1)!);
  const early = makeFuturesRoom({ NIFTY: { prevClose: 90, prevOi: 500 } });
  const day = {
    ...early,
    open: minute(540),
    minutes: createMinuteColumns(1, 481, (1 << PRICE) | (1 << OI) | (1 << VOL)),
  };
  for (const [slot, [ltp, oi, vol]] of [...before, ...own, ...after].entries()) {
    setFuture(day, "NIFTY", { ltp, oi, vol });
    closeMinute(day, slot);
  }
  const { values, rows, totals, price } = run(day, 1020, { view: 2, isNewestFirst: false });
  const last = (rows - 1) * SLOTS;
  expect([values[TIME], values[PRICE_CHANGE], values[last + TIME], values[last + PRICE_CHANGE]]).toEqual([
    558, 3, 940, 1,
  ]);
  expect([totals[PRICE_CHANGE], totals[OI_CHANGE], price]).toEqual([385, 385, 485]);
});
