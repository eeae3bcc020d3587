import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_ROWS } from "./layout.ts";
import { NO_STEP, SORT_SPARE, sortSteps } from "./sort.ts";

describe("sorting steps", () => {
  it("gives what a library sort gives, without those that are none, time after time", () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: -300, max: 300 }) },
      { weight: 1, arbitrary: fc.integer({ min: -65_535, max: 65_535 }) },
      { weight: 1, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.constant(NO_STEP) },
    );
    const sorted = new Int32Array(200 + SORT_SPARE);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const known = sortSteps(sorted, Int32Array.from(steps), steps.length);
        const expected = Int32Array.from(steps.filter((one) => one !== NO_STEP)).sort();
        expect(sorted.subarray(0, known)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("sorts the largest room, near and far", () => {
    const sorted = new Int32Array(MAX_ROWS + SORT_SPARE);
    for (const scale of [0, 7]) {
      const steps = Int32Array.from({ length: MAX_ROWS }, (_, i) => (i % 8_000) * scale - 5);
      expect(sortSteps(sorted, steps, MAX_ROWS)).toBe(MAX_ROWS);
      expect(sorted.subarray(0, MAX_ROWS)).toEqual(steps.slice().sort());
    }
  });
});
