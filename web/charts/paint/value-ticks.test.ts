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
