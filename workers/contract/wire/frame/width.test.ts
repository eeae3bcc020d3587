import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_WIDTH } from "./layout.ts";
import { chooseWidth, createChoice, EXCEPTION_BITS } from "./width.ts";

describe("the width of a column", () => {
  /** Bits of the cheapest window, by trying all that begin at a value. */
  function cheapest(steps: readonly number[], count: number): number {
    let best = count * EXCEPTION_BITS;
    for (let width = 0; width <= MAX_WIDTH; width++) {
      for (const lowest of steps) {
        const held = steps.filter((step) => step >= lowest && step < lowest + (1 << width)).length;
        best = Math.min(best, count * width + (count - held) * EXCEPTION_BITS);
      }
    }
    return best;
  }

  it("is the cheapest there is, and its window holds what it says", () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: -40, max: 40 }) },
      { weight: 1, arbitrary: fc.integer({ min: -65_535, max: 65_535 }) },
    );
    const choice = createChoice();
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.nat(5), (steps, unknown) => {
        const count = steps.length + unknown;
        const sorted = Int32Array.from(steps).sort();
        chooseWidth(choice, sorted, steps.length, count);
        const isHeld = (value: number) => value >= choice.lowest && value < choice.lowest + (1 << choice.width);
        expect(choice.bits).toBe(cheapest(steps, count));
        expect(choice.bits).toBe(count * choice.width + choice.exceptions * EXCEPTION_BITS);
        if (steps.length > 0) expect(choice.exceptions).toBe(count - steps.filter(isHeld).length);
        else expect(choice.exceptions).toBe(count);
      }),
      { numRuns: 500 },
    );
  });
});
