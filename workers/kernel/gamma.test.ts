import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadQuantModule } from "../../assembly/load.mjs";
import { type GammaBook, gammaOverSpots, type SpotGrid } from "./calls/gamma-calls.ts";
import { createKernel } from "./kernel.ts";
import { plainGamma } from "./testing/plain-gamma.ts";
import { VARIANTS } from "./variant.ts";

/** Options as [centre, vol, weight]. */
const bookOf = (options: readonly (readonly [number, number, number])[]): GammaBook => ({
  length: options.length,
  centre: Float64Array.from(options, ([centre]) => centre),
  vol: Float64Array.from(options, ([, vol]) => vol),
  weight: Float64Array.from(options, ([, , weight]) => weight),
});
const TEN_PER_CENT: SpotGrid = { first: Math.log(0.9), step: Math.log(1.1 / 0.9) / 200, count: 201 };

describe.each(VARIANTS)("the gamma of a book, %s build", (variant) => {
  const kernel = createKernel(loadQuantModule(variant));
  const run = (book: GammaBook, grid: SpotGrid): Float64Array => {
    const out = new Float64Array(grid.count).fill(99);
    gammaOverSpots(kernel.core, book, grid, out);
    return out;
  };

  /** Relative to the greatest that the book has anywhere: sums of both signs cancel. */
  function expectPlain(book: GammaBook, grid: SpotGrid): void {
    const expected = plainGamma(book, grid);
    const size = plainGamma({ ...book, weight: book.weight.map(Math.abs) }, grid);
    run(book, grid).forEach((value, spot) => {
      expect(Math.abs(value - expected[spot]!)).toBeLessThanOrEqual(1e-10 * size[spot]! + 1e-270);
    });
  }

  it("is the sum of weighted densities: minutes to expiry and years, money and wings, far off the grid", () => {
    expectPlain(
      bookOf([
        [0, 0.1, 1],
        [0.03, 0.002, -5e9],
        [-0.4, 0.05, 3e12],
        [0.9, 0.6, 7],
        [0.0501, 1e-4, 2],
        [0.02, 0.02, 0],
      ]),
      TEN_PER_CENT,
    );
  });

  it("any book, any grid", () => {
    const option = fc.tuple(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: 1e-3, max: 2, noNaN: true }),
      fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    );
    const grid = fc.record({
      first: fc.double({ min: -0.5, max: 0.2, noNaN: true }),
      step: fc.double({ min: 1e-5, max: 0.01, noNaN: true }),
      count: fc.integer({ min: 1, max: 300 }),
    });
    fc.assert(
      fc.property(fc.array(option, { maxLength: 40 }), grid, (options, spots) => expectPlain(bookOf(options), spots)),
      { numRuns: 60 },
    );
  });

  it("more options and spots than one call takes", () => {
    const many = Array.from({ length: 1300 }, (_, i) => [(i - 650) / 4000, 0.01 + (i % 7) / 100, (i % 3) - 1] as const);
    expectPlain(bookOf(many), { first: -0.2, step: 0.0002, count: 2050 });
  });

  it("no options: nothing anywhere; options without a volatility, or that are no numbers, have no part", () => {
    expect([...run(bookOf([]), { first: 0, step: 0.1, count: 3 })]).toEqual([0, 0, 0]);
    const bad = bookOf([
      [0, 0, 5],
      [0, -1, 5],
      [0, Number.NaN, 5],
      [Number.NaN, 0.1, 5],
    ]);
    expect([...run(bad, { first: 0, step: 0.1, count: 3 })]).toEqual([0, 0, 0]);
  });
});
