import { describe, expect, it } from "vitest";
import { findHoles, isJoined, lastPresent } from "./gap-detection.ts";

const nan = Number.NaN;

describe("gaps", () => {
  it("joins points up to one and a half cadences apart", () => {
    expect(isJoined(600, 601, 1)).toBe(true);
    expect(isJoined(600, 601.5, 1)).toBe(true);
    expect(isJoined(600, 602, 1)).toBe(false);
    expect(isJoined(600, 605, 5)).toBe(true);
    expect(isJoined(600, 610, 5)).toBe(false);
  });

  it("finds a hole where no column has a value", () => {
    const x = [555, 556, 557, 558, 559];
    expect(findHoles(x, [[1, nan, nan, nan, 5]], 1)).toEqual([[555, 559]]);
    expect(
      findHoles(
        x,
        [
          [1, nan, nan, nan, 5],
          [nan, nan, 3, nan, nan],
        ],
        1,
      ),
    ).toEqual([
      [555, 557],
      [557, 559],
    ]);
    expect(
      findHoles(
        x,
        [
          [1, nan, nan, nan, 5],
          [nan, 2, 3, 4, nan],
        ],
        1,
      ),
    ).toEqual([]);
  });

  it("finds minutes that the source left out", () => {
    expect(findHoles([555, 560, 575, 580], [[1, 2, 3, 4]], 5)).toEqual([[560, 575]]);
  });

  it("does not take silence before and after the data for a hole", () => {
    expect(findHoles([555, 556, 557, 558], [[nan, 1, 2, nan]], 1)).toEqual([]);
    expect(findHoles([], [[]], 1)).toEqual([]);
  });

  it("finds the last present value", () => {
    expect(lastPresent([1, 2, nan])).toBe(1);
    expect(lastPresent(new Float64Array([nan]))).toBe(-1);
  });
});
