import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { historicalVolatility, isSplit, sampleDeviation, standingOf } from "./volatility.ts";

function hv(changes: readonly number[], window: number): number[] {
  const out = new Float64Array(changes.length);
  historicalVolatility(out, Float64Array.from(changes), window);
  return [...out];
}

describe("historical volatility", () => {
  it("of a known series, with the divisor n - 1", () => {
    // 1, 2, 3, 4: squares around 2.5 sum to 5, so sqrt(5 / 3) x sqrt(252)
    expect(hv([1, 2, 3, 4], 4)[3]).toBeCloseTo(20.493902, 6);
    expect(hv([1, 2, 3, 4], 2)).toEqual([Number.NaN, ...new Array(3).fill(Math.sqrt(0.5) * Math.sqrt(252))]);
  });

  it("starts when the window is full, and passes over days without a change", () => {
    expect(hv([1, 2], 3)).toEqual([Number.NaN, Number.NaN]);
    const [, , , last] = hv([1, Number.NaN, 2, 4], 3);
    expect(last).toBe(hv([1, 2, 4], 3)[2]);
    expect(hv([1, 2, Number.NaN], 2)[2]).toBeNaN();
    expect(hv([], 2)).toEqual([]);
  });

  it("does not change with a drift, grows with the scale, and forgets what is before the window", () => {
    const changes = fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(
        changes,
        fc.constantFrom(2, 5, 10, 20, 30, 50),
        fc.integer({ min: -9, max: 9 }),
        (series, window, shift) => {
          const line = hv(series, window);
          const shifted = hv(
            series.map((x) => x + shift),
            window,
          );
          const scaled = hv(
            series.map((x) => 3 * x),
            window,
          );
          line.forEach((value, i) => {
            if (i + 1 < window) {
              expect(value).toBeNaN();
              return;
            }
            expect(shifted[i]).toBeCloseTo(value, 8);
            expect(scaled[i]).toBeCloseTo(3 * value, 7);
            expect(hv(series.slice(i + 1 - window, i + 1), window).at(-1)).toBeCloseTo(value, 10);
          });
        },
      ),
    );
  });

  it("refuses a window below 2", () => {
    for (const window of [1, 0, Number.NaN]) expect(() => hv([1, 2], window)).toThrow(RangeError);
  });
});

describe("standard deviation", () => {
  it("of nothing and of one value is none", () => {
    expect(sampleDeviation(new Float64Array(0), 0, 0)).toBeNaN();
    expect(sampleDeviation(Float64Array.of(5), 0, 1)).toBeNaN();
    expect(sampleDeviation(Float64Array.of(9, 5, 5, 9), 1, 3)).toBe(0);
  });
});

describe("splits", () => {
  it.each([-80.4, -79.83, -66.76, -50.98, -49.8, -34.38])("%s per cent is one", (change) => {
    expect(isSplit(change)).toBe(true);
  });

  it.each([-29.58, -20.09, -19.54, -56, 0, 14.55, 100, Number.NaN])("%s per cent is the market's", (change) => {
    expect(isSplit(change)).toBe(false);
  });
});

describe("standing of the last value", () => {
  it("between lowest and highest, and among the others", () => {
    expect(standingOf(Float64Array.of(10, 20, Number.NaN, 30, 12.5))).toEqual({
      low: 10,
      high: 30,
      rank: 12.5,
      percentile: (1 / 3) * 100,
    });
  });

  it("is not known of a single value, and has no rank where all are one", () => {
    expect(standingOf(Float64Array.of(10)).percentile).toBeNaN();
    expect(standingOf(Float64Array.of(10, 10))).toEqual({ low: 10, high: 10, rank: Number.NaN, percentile: 0 });
  });
});
