import { describe, expect, test } from "vitest";
import { LONG_BUILD, LONG_UNWIND, NO_BUILD_UP, SHORT_BUILD, SHORT_COVER } from "#contract/domain/build-up.ts";
import { FRAMES, fittingFrame, frameFits } from "#contract/domain/choices/frames.ts";
import { LTP, OI, VOL } from "#contract/domain/columns.ts";
import { makeLiveDay } from "../__fixtures__/live-day.ts";
import { makeRoom } from "../__fixtures__/room.ts";
import { createChainReader } from "../chain.ts";
import { BUILD_UP_SUMS } from "../futures/build-up-sums.ts";
import { addUpBlocks, blockOf } from "./blocks.ts";
import { createContractLines } from "./contract-lines.ts";
import { createContractRows, createTimeRows, fillContractRows, type TimeRowsMoment } from "./time-rows.ts";

const OPEN = 555;
const NONE = Number.NaN;

function makeDay(date?: string) {
  return makeLiveDay(
    makeRoom({
      ...(date && { date }),
      spot: { ltp: 100 },
      strikes: [{ strike: 100, ce: { ltp: 10, oi: 500, vol: 0 } }],
    }),
  );
}
type Live = ReturnType<typeof makeDay>;
const CALL = 1;

function momentOf(live: Live, slot: number, mode: "live" | "replay" = "live"): TimeRowsMoment {
  const at = createChainReader().open(live.input(slot, mode));
  if (!at) throw new Error("no moment");
  return at;
}

/** [time, slot] of each row; a running newest row ends in '…'. */
function rowsOf(live: Live, frame: number, slot: number, mode: "live" | "replay" = "live") {
  const { count, minutes, slots, isPartial } = createTimeRows()(momentOf(live, slot, mode), frame);
  return Array.from(
    { length: count },
    (_, i) => `${minutes[i]! - OPEN}:${slots[i]}${isPartial && i === count - 1 ? "…" : ""}`,
  );
}

describe("rows in time", () => {
  test("stand at open + k x frame; the newest at the minute that it has reached", () => {
    const live = makeDay();
    live.close(0, 7);
    expect(rowsOf(live, 3, 6, "replay")).toEqual(["0:0", "3:3", "6:6"]);
    expect(rowsOf(live, 3, 7, "replay")).toEqual(["0:0", "3:3", "6:6", "7:7…"]);
    expect(rowsOf(live, 3, 8)).toEqual(["0:0", "3:3", "6:6", "8:8…"]); // the minute in progress
    expect(rowsOf(live, 3, 9)).toEqual(["0:0", "3:3", "6:6", "9:9"]);
    expect(rowsOf(live, 15, 7, "replay")).toEqual(["0:0", "7:7…"]);
    expect(rowsOf(live, 1, 2, "replay")).toEqual(["0:0", "1:1", "2:2"]);
  });

  test("a hole: the last filled slot inside the interval, else no row", () => {
    const live = makeDay();
    live.close(0, 2); // 3 is a hole: its row shows 2
    live.close(10, 12); // 4 to 9 are holes: rows 6 and 9 do not exist
    expect(rowsOf(live, 3, 12, "replay")).toEqual(["0:0", "3:2", "12:12"]);
    // Replay looks into the hole: what it knows ends at slot 2.
    expect(rowsOf(live, 3, 8, "replay")).toEqual(["0:0", "2:2…"]);
    // Live after an outage: the minute in progress, and nothing in between.
    expect(rowsOf(live, 3, 20)).toEqual(["0:0", "3:2", "12:12", "20:20…"]);
  });

  test("a minute whose frame is late is as its last tick left it, until the frame comes or says that there is none", () => {
    const live = makeDay();
    const read = createTimeRows();
    const lastTwo = (slot: number) => {
      const { slots, count } = read(momentOf(live, slot), 3);
      return [...slots.subarray(count - 2, count)];
    };
    live.close(0, 8);
    expect(lastTwo(9)).toEqual([6, 9]);
    live.set(LTP, CALL, 1_100);
    expect(lastTwo(10)).toEqual([9, 10]);
    expect(lastTwo(10)).toEqual([9, 10]);
    live.close(9);
    expect(lastTwo(10)).toEqual([9, 10]);
    live.close(10, 11);
    expect(lastTwo(12)).toEqual([9, 12]);
    live.lose(12);
    expect(lastTwo(13)).toEqual([11, 13]);
    // Nobody saw the minute before: a page that comes now knows no tick of it.
    expect([...createTimeRows()(momentOf(live, 15), 3).slots].slice(-2)).toEqual([11, 15]);
  });

  test("a recording that begins late has no earlier rows", () => {
    const live = makeDay();
    live.close(88, 91); // 10:43
    expect(rowsOf(live, 3, 91, "replay")).toEqual(["90:90", "91:91…"]);
    expect(rowsOf(live, 3, 88, "replay")).toEqual(["88:88…"]);
  });

  test.each([
    ["2026-07-27", 376, "375:375"], // 15:30, the end of a whole interval
    ["2026-08-18", 386, "385:385"], // 15:40, a short last interval: final all the same
  ])("the session's points: %s has %i", (date, points, last) => {
    const live = makeDay(date);
    live.close(0, points - 1);
    const rows = rowsOf(live, 3, points - 1, "replay");
    expect(rows.at(-1)).toBe(last);
    expect(rows).toHaveLength(Math.ceil((points - 1) / 3) + 1);
  });

  test("frames that a day has figures for", () => {
    expect(FRAMES.map((frame) => frameFits(frame, 5))).toEqual([false, false, true, true, true]);
    expect(FRAMES.every((frame) => frameFits(frame, 1))).toBe(true);
    expect([fittingFrame(3, 1), fittingFrame(3, 5), fittingFrame(30, 5)]).toEqual([3, 15, 30]);
    expect(fittingFrame(3, 7)).toBe(60);
  });
});

/** One figure a row of frame 1: [price, OI, volume] by slot; undefined is a hole, a price of 0 no trade yet. */
function contractOf(samples: readonly (readonly [number, number, number] | undefined)[]) {
  const live = makeDay();
  samples.forEach((sample, slot) => {
    if (!sample) return;
    live.set(LTP, CALL, Math.round(sample[0] * 100));
    live.set(OI, CALL, sample[1]);
    live.set(VOL, CALL, sample[2]);
    live.close(slot);
  });
  const at = createChainReader().open(live.input(samples.length - 1, "replay"));
  if (!at) throw new Error("no moment");
  const rows = createTimeRows()(at, 1);
  const out = createContractRows();
  fillContractRows(out, createContractLines().upTo(at, CALL), rows);
  return { out, rows };
}

describe("figures by row", () => {
  test("each against the row before; the first row has no change", () => {
    const { out } = contractOf([
      [10, 500, 1],
      [10.1, 600, 6],
      [10.05, 700, 10],
      [10.2, 650, 10],
      [10.15, 600, 13],
      [10.15, 700, 14],
      [10.25, 700, 15],
    ]);
    expect([...out.priceChange]).toEqual([NONE, 0.1, -0.05, 0.15, -0.05, 0, 0.1]);
    expect([...out.oiChange]).toEqual([NONE, 100, 100, -50, -50, 100, 0]);
    expect([...out.volumeChange]).toEqual([NONE, 5, 4, 0, 3, 1, 1]);
    const { buildUp } = out;
    expect([...buildUp]).toEqual([
      NO_BUILD_UP,
      LONG_BUILD,
      SHORT_BUILD,
      SHORT_COVER,
      LONG_UNWIND,
      NO_BUILD_UP,
      NO_BUILD_UP,
    ]);
  });

  test("a row without a price is none to compare with; one over a hole is against the row before the hole", () => {
    const { out, rows } = contractOf([[0, 500, 0], [10, 600, 5], undefined, [9, 700, 9]]);
    expect(rows.count).toBe(3);
    expect([...out.ltp]).toEqual([NONE, 10, 9]);
    expect([...out.oiChange]).toEqual([NONE, NONE, 100]);
    expect([...out.buildUp]).toEqual([NO_BUILD_UP, NO_BUILD_UP, SHORT_BUILD]);
  });
});

describe("blocks", () => {
  test("sums run within a block and begin anew after it; the day's go on", () => {
    const rows = {
      count: 5,
      slots: new Int32Array(5),
      steps: Int32Array.of(0, 1, 2, 3, 4),
      minutes: new Int32Array(5),
      isPartial: false,
    };
    const buildUp = Uint8Array.of(NO_BUILD_UP, LONG_BUILD, LONG_UNWIND, LONG_BUILD, NO_BUILD_UP);
    const running = new Float64Array(5 * BUILD_UP_SUMS);
    const day = new Float64Array(BUILD_UP_SUMS);
    addUpBlocks(running, day, { buildUp, oiChange: Float64Array.of(NONE, 7, -3, 5, 9) }, rows, 2);
    const sums = Array.from({ length: 5 }, (_, i) => [...running.subarray(i * 4, i * 4 + 4)]);
    expect(sums).toEqual([
      [0, 0, 0, 0],
      [7, 0, 0, 0],
      [7, 0, -3, 0],
      [5, 0, 0, 0],
      [5, 0, 0, 0],
    ]);
    expect([...day]).toEqual([12, 0, -3, 0]);
    addUpBlocks(running, day, { buildUp, oiChange: Float64Array.of(NONE, 7, -3, 5, 9) }, rows, 2);
    expect([...day]).toEqual([12, 0, -3, 0]);
  });

  test("a block of 5 three-minute rows ends at the quarter hours", () => {
    expect([1, 5, 6, 10, 11].map((step) => blockOf(step, 5))).toEqual([0, 0, 1, 1, 2]);
    expect(blockOf(0, 5)).toBe(-1); // the open belongs to none
  });
});
