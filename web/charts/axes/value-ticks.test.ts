import { assert, double, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { tickDecimals, valueTicks } from "./value-ticks.ts";

describe("value ticks", () => {
  it("are round", () => {
    expect(valueTicks(0, 540)).toEqual([0, 100, 200, 300, 400, 500]);
    expect(valueTicks(0, 11_800)).toEqual([0, 2000, 4000, 6000, 8000, 10_000]);
    expect(valueTicks(-17, 0)).toEqual([-15, -10, -5, 0]);
    expect(valueTicks(0.01, 0.62)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
    expect(valueTicks(-103, 591)).toEqual([0, 150, 300, 450]);
  });

  it("are as many as are wanted where some step gives them", () => {
    expect(valueTicks(-103, 591, 400, 6)).toEqual([0, 150, 300, 450]); // none does
    expect(valueTicks(-17, 0, 400, 6)).toEqual([-15, -12, -9, -6, -3, 0]);
    expect(valueTicks(0, 540, 60, 6)).toEqual([0, 200, 400]);
  });

  it("are fewer where the plot is low: labels never touch, and zero stays", () => {
    expect(valueTicks(0, 540, 400)).toEqual([0, 100, 200, 300, 400, 500]);
    expect(valueTicks(0, 540, 60)).toEqual([0, 200, 400]);
    expect(valueTicks(-17, 0, 30)).toEqual([-10, 0]);
    expect(valueTicks(0.9, 1.6, 20)).toHaveLength(1);
    expect(valueTicks(0, 540, 3)).toEqual([0]);
    expect(valueTicks(0, 540, 0)).toEqual([0]);
    const height = double({ noNaN: true, min: 1, max: 300 });
    const from = double({ noNaN: true, min: -1e6, max: 1e6 });
    assert(
      property(from, double({ noNaN: true, min: 1e-3, max: 1e6 }), height, (min, span, high) => {
        const ticks = valueTicks(min, min + span, high);
        expect(ticks.length).toBeGreaterThan(0);
        for (const [i, tick] of ticks.entries())
          if (i > 0) expect(((tick - ticks[i - 1]!) / span) * high).toBeGreaterThan(14.99);
      }),
    );
  });

  it("are four to six within any range", () => {
    const range = { noNaN: true, min: -1e9, max: 1e9 };
    assert(
      property(double(range), double({ noNaN: true, min: 1e-3, max: 1e9 }), (min, span) => {
        const max = min + span;
        const ticks = valueTicks(min, max);
        const slack = span * 1e-6;
        expect(ticks.length).toBeGreaterThanOrEqual(4);
        expect(ticks.length).toBeLessThanOrEqual(6);
        for (const tick of ticks) {
          expect(tick).toBeGreaterThanOrEqual(min - slack);
          expect(tick).toBeLessThanOrEqual(max + slack);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("survive an empty range", () => {
    expect(valueTicks(5, 5)).toEqual([5]);
    expect(valueTicks(Number.NaN, Number.NaN)).toEqual([]);
  });

  it("say how many decimals they need", () => {
    expect(tickDecimals([0, 5, 10])).toBe(0);
    expect(tickDecimals([0, 2.5, 5])).toBe(1);
    expect(tickDecimals([0.05, 0.1])).toBe(2);
  });
});
