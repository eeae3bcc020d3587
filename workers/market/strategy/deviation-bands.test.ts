import { describe, expect, it } from "vitest";
import { deviationBands, deviationOr, FALLBACK_DEVIATION } from "./deviation-bands.ts";

describe("standard-deviation bands", () => {
  it("stand on the fallback where the source has no deviation", () => {
    expect(deviationOr(0.8)).toBe(0.8);
    expect(FALLBACK_DEVIATION).toBe(0.00001);
    for (const absent of [undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(deviationOr(absent)).toBe(FALLBACK_DEVIATION);
  });

  it("are sqrt(days + 1) daily deviations of the spot, once and twice", () => {
    const bands = deviationBands(20_000, 8, 0.01);
    expect(bands?.percent).toBeCloseTo(3, 12);
    expect(bands?.levels.map((level) => Math.round(level))).toEqual([18_800, 19_400, 20_600, 21_200]);
  });

  it("on the expiry day, and after it, are one day wide", () => {
    expect(deviationBands(20_000, 0, 0.01)?.percent).toBeCloseTo(1, 12);
    expect(deviationBands(20_000, -1, 0.01)).toEqual(deviationBands(20_000, 0, 0.01));
  });

  it.each([0.001, 0.00001, 0, undefined, Number.NaN])("are hidden for a deviation of %s", (sd) => {
    expect(deviationBands(20_000, 8, sd)).toBeUndefined();
  });

  it("need a spot", () => {
    expect(deviationBands(Number.NaN, 8, 0.01)).toBeUndefined();
    expect(deviationBands(0, 8, 0.01)).toBeUndefined();
  });
});
