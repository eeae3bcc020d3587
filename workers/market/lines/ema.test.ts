import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exponentialAverage } from "./ema.ts";

function ema(values: readonly number[], period: number): number[] {
  const out = new Float64Array(values.length);
  exponentialAverage(out, Float64Array.from(values), period);
  return [...out];
}

describe("EMA", () => {
  it("of period 3 on a known series: half the new value, half the average", () => {
    expect(ema([2, 4, 8, 8], 3)).toEqual([2, 3, 5.5, 6.75]);
  });

  it("of another period is another line", () => {
    expect(ema([2, 4, 8], 1)).toEqual([2, 4, 8]);
    expect(ema([10, 21], 10)[1]).toBeCloseTo(12, 12); // 2 / 11 of the way
  });

  it("leaves gaps open and goes on after them", () => {
    expect(ema([Number.NaN, 2, Number.NaN, 4, 8], 3)).toEqual([Number.NaN, 2, Number.NaN, 3, 5.5]);
    expect(ema([Number.NaN], 3)).toEqual([Number.NaN]);
    expect(ema([], 3)).toEqual([]);
  });

  it("stays between the lowest and the highest value so far, and keeps a constant", () => {
    const values = fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 21 }), (series, period) => {
        const line = ema(series, period);
        line.forEach((average, i) => {
          const past = series.slice(0, i + 1);
          expect(average).toBeGreaterThanOrEqual(Math.min(...past) - 1e-9);
          expect(average).toBeLessThanOrEqual(Math.max(...past) + 1e-9);
        });
        expect(ema([series[0]!, series[0]!, series[0]!], period)).toEqual(new Array(3).fill(series[0]));
      }),
    );
  });

  it("refuses a period below 1", () => {
    for (const period of [0, -3, Number.NaN]) expect(() => ema([1], period)).toThrow(RangeError);
  });
});
