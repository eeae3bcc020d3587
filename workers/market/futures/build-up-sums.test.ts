import { describe, expect, it } from "vitest";
import {
  ALL_FIELDS,
  COMPLETE,
  createMinuteColumns,
  LTP,
  MISSING_MINUTE,
  type MinuteColumns,
  OI,
} from "#contract/domain/columns.ts";
import { addBuildUps } from "./build-up-sums.ts";

/** One row of two, slot by slot: [price, OI]; undefined is a hole. */
function minutesOf(samples: readonly (readonly [number, number] | undefined)[]): MinuteColumns {
  const minutes = createMinuteColumns(2, samples.length, ALL_FIELDS);
  samples.forEach((sample, slot) => {
    if (sample === undefined) return;
    minutes.state[slot] = COMPLETE;
    minutes.columns[LTP]![slot * 2 + 1] = sample[0];
    minutes.columns[OI]![slot * 2 + 1] = sample[1];
  });
  return minutes;
}

const sumsOf = (minutes: MinuteColumns, to?: number) => {
  const out = new Float64Array(4);
  const samples = addBuildUps(out, minutes, 1, to);
  return { sums: [...out], samples };
};

describe("what a future built up", () => {
  /** Compared are samples 0, 3, 6 and 9. */
  const TEN: readonly (readonly [number, number])[] = [
    [100, 1000],
    [500, 9],
    [1, 9],
    [110, 1500], // up, +500: long build
    [1, 1],
    [1, 1],
    [105, 1800], // down, +300: short build
    [1, 1],
    [1, 1],
    [101, 1700], // down, -100: long unwind
  ];

  it("compares every third sample and the last", () => {
    expect(sumsOf(minutesOf(TEN))).toEqual({ sums: [500, 300, -100, 0], samples: 4 });
    // The eleventh is the last, though not a third: up, -200 is short covering.
    expect(sumsOf(minutesOf([...TEN, [120, 1500]]))).toEqual({ sums: [500, 300, -100, -200], samples: 5 });
    expect(sumsOf(minutesOf(TEN), 8)).toEqual({ sums: [500, 300, -1799, 0], samples: 4 });
  });

  it("adds to what there is, and counts no change that is none", () => {
    const minutes = minutesOf([
      [100, 10],
      [0, 0],
      [0, 0],
      [100, 20],
      [0, 0],
      [0, 0],
      [101, 20],
    ]);
    const out = Float64Array.of(1, 2, 3, 4);
    addBuildUps(out, minutes, 1);
    expect([...out]).toEqual([1, 2, 3, 4]);
  });

  it("steps over holes and samples without figures", () => {
    const sparse = minutesOf([[100, 10], undefined, undefined, undefined, [1, 1], [1, 1], [101, 30]]);
    expect(sumsOf(sparse)).toEqual({ sums: [20, 0, 0, 0], samples: 2 });
    const absent = minutesOf([
      [100, 10],
      [1, 1],
      [1, 1],
      [-1, -1],
      [1, 1],
      [1, 1],
      [90, 30],
    ]);
    expect(sumsOf(absent)).toEqual({ sums: [0, 20, 0, 0], samples: 2 });
    const empty = minutesOf([undefined, undefined]);
    expect(empty.state[0]).toBe(MISSING_MINUTE);
    expect(sumsOf(empty)).toEqual({ sums: [0, 0, 0, 0], samples: 0 });
  });
});
