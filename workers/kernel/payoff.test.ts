import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadQuantModule } from "../../assembly/load.mjs";
import { createKernel } from "./kernel.ts";
import { carryRate, nearestExpiry, type PayoffLeg, type PayoffMoment } from "./payoff-legs.ts";
import { plainPayoff } from "./testing/plain-payoff.ts";
import { payoffGrid, SIX_LEGS, TARGET } from "./testing/strategy-workload.ts";
import { tunedPayoff } from "./testing/tuned-payoff.ts";
import { VARIANTS } from "./variant.ts";

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const modelName = fc.constantFrom("spot" as const, "usdinr" as const, "forward" as const);
const years = fc.oneof(fc.constant(0), between(Math.log(2e-6), Math.log(0.5)).map(Math.exp));
const anyLeg = fc.record({
  type: fc.constantFrom("CE" as const, "PE" as const, "FUT" as const),
  quantity: fc.integer({ min: -500, max: 500 }),
  strike: between(15_000, 35_000),
  entry: between(0, 3000),
  years,
  iv: fc.oneof(fc.constant(0), between(0.03, 3)),
  carry: between(-0.1, 0.2),
});
const strategy = fc.array(anyLeg, { maxLength: 12 });
const moment = fc.record({ model: modelName, rate: between(0, 0.12), elapsed: years });
const SPOT_NOW: PayoffMoment = { model: "spot", rate: 0.1, elapsed: 0 };

const LOT = 65;
const WEEK = 7 / 365;
const MONTH = 34 / 365;
const option = (type: "CE" | "PE", strike: number, quantity: number, rest: Partial<PayoffLeg> = {}): PayoffLeg => ({
  type,
  quantity,
  strike,
  entry: 100,
  years: WEEK,
  iv: 0.13,
  ...rest,
});
const unitsOf = (legs: readonly PayoffLeg[]) => legs.reduce((sum, { quantity }) => sum + Math.abs(quantity), 1);

describe.each(VARIANTS)("payoffs of the %s build", (variant) => {
  const kernel = createKernel(loadQuantModule(variant));
  const payoff = (legs: readonly PayoffLeg[], at: PayoffMoment, spots: readonly number[]) => {
    const out = new Float64Array(spots.length + 1).fill(-7);
    kernel.payoff(legs, at, Float64Array.from(spots), spots.length, out);
    expect(out[spots.length]).toBe(-7);
    return [...out.subarray(0, spots.length)];
  };
  const expectPlain = (legs: readonly PayoffLeg[], at: PayoffMoment, spots: readonly number[]) => {
    const got = payoff(legs, at, spots);
    for (let i = 0; i < spots.length; i++)
      expect(Math.abs(got[i]! - plainPayoff(legs, at, spots[i]!))).toBeLessThan(1e-9 * unitsOf(legs));
  };

  it("equal the textbook to a billionth of a rupee a unit, over grids of any width and number", () => {
    fc.assert(
      fc.property(
        strategy,
        moment,
        between(5000, 40_000),
        between(1e-7, 0.02),
        fc.integer({ min: 0, max: 70 }),
        (legs, at, from, step, count) =>
          expectPlain(
            legs,
            at,
            Array.from({ length: count }, (_, i) => from * (1 + step) ** i).filter((spot) => spot < 80_000),
          ),
      ),
      { numRuns: 1500 },
    );
  });

  it("for spots in any order, with gaps, repeated", () => {
    fc.assert(
      fc.property(
        strategy,
        moment,
        fc.array(fc.oneof(between(0, 60_000), fc.constant(24_500)), { maxLength: 30 }),
        (legs, at, spots) => expectPlain(legs, at, spots),
      ),
      { numRuns: 500 },
    );
  });

  it("for a multi-expiry strategy on target and on expiry, on a payoff chart's grid, and so does the bench's peer", () => {
    const future = { ...option("CE", 0, -LOT, { entry: 24_590, years: MONTH, carry: 0.06 }), type: "FUT" as const };
    const legs = [...SIX_LEGS, future];
    const grid = [...payoffGrid(501)];
    for (const elapsed of [0, TARGET.elapsed, 6.99 / 365, nearestExpiry(legs), MONTH]) {
      const at = { ...SPOT_NOW, elapsed };
      expectPlain(legs, at, grid);
      const peer = new Float64Array(grid.length);
      tunedPayoff(legs, at, Float64Array.from(grid), grid.length, peer);
      const got = payoff(legs, at, grid);
      for (let i = 0; i < grid.length; i++) expect(Math.abs(got[i]! - peer[i]!)).toBeLessThan(1e-6);
    }
  });

  it("long grids go in chunks, each spot as if alone", () => {
    const legs = [option("CE", 24_500, 50), option("PE", 24_000, -75)];
    const spots = Array.from({ length: 5000 }, (_, i) => 20_000 + 2 * i);
    const got = payoff(legs, SPOT_NOW, spots);
    for (const i of [0, 2047, 2048, 4095, 4096, 4999])
      expect(got[i]).toBeCloseTo(payoff(legs, SPOT_NOW, [spots[i]!])[0]!, 8);
  });

  it("a long call and a short put are the forward: parity", () => {
    fc.assert(
      fc.property(anyLeg, moment, between(100, 60_000), (leg, at, spot) => {
        const pair: PayoffLeg[] = [
          { ...leg, type: "CE" },
          { ...leg, type: "PE", quantity: -leg.quantity },
        ];
        const left = Math.max(leg.years - at.elapsed, 0);
        const growth = Math.exp(((at.model === "spot" ? at.rate : leg.carry) - at.rate) * left);
        const forward = leg.quantity * (spot * growth - leg.strike * Math.exp(-at.rate * left));
        expect(Math.abs(payoff(pair, at, [spot])[0]! - forward)).toBeLessThan(1e-9 * unitsOf(pair));
      }),
      { numRuns: 500 },
    );
  });

  it("scale with the quantity and add up over legs", () => {
    fc.assert(
      fc.property(strategy, strategy, moment, between(15_000, 35_000), (first, second, at, spot) => {
        const [one] = payoff(first, at, [spot]);
        const [other] = payoff(second, at, [spot]);
        const doubled = second.map((leg) => ({ ...leg, quantity: 2 * leg.quantity }));
        const [both] = payoff([...first, ...doubled], at, [spot]);
        expect(Math.abs(both! - one! - 2 * other!)).toBeLessThan(1e-9 * (unitsOf(first) + 2 * unitsOf(second)));
      }),
      { numRuns: 300 },
    );
  });

  it("a butterfly stays between nothing and its wing, before expiry and at it, and is symmetric at expiry", () => {
    fc.assert(
      fc.property(
        between(20_000, 30_000),
        between(10, 1000),
        between(0, 1),
        between(10_000, 40_000),
        (strike, wing, share, spot) => {
          const legs = [
            option("CE", strike - wing, 1, { entry: 0 }),
            option("CE", strike, -2, { entry: 0 }),
            option("CE", strike + wing, 1, { entry: 0 }),
          ];
          const [value] = payoff(legs, { ...SPOT_NOW, elapsed: share * WEEK }, [spot]);
          expect(value).toBeGreaterThan(-1e-9);
          expect(value).toBeLessThan(wing + 1e-9);
          const expiry = { ...SPOT_NOW, elapsed: WEEK };
          const [mirrored, there] = payoff(legs, expiry, [Math.max(2 * strike - spot, 0), spot]);
          if (spot < 2 * strike) expect(mirrored).toBeCloseTo(there!, 8);
        },
      ),
    );
  });

  it.each([
    ["no legs", [], [24_500], [0]],
    ["no spots", [option("CE", 24_500, 1)], [], []],
    ["an expired leg: its intrinsic value", [option("CE", 24_500, 2, { years: -1 })], [24_000, 24_600], [-200, 0]],
    [
      "IV not a number: its discounted intrinsic value",
      [option("PE", 100, 1, { iv: Number.NaN, entry: 0 })],
      [0],
      [100 * Math.exp(-0.1 * WEEK)],
    ],
    [
      "spot 0: a call is worth nothing, a put its strike",
      [option("CE", 50, 1, { entry: 3, years: 0 }), option("PE", 50, 1, { entry: 4, years: 0 })],
      [0],
      [43],
    ],
    [
      "a negative spot, or none",
      [option("CE", 24_500, 1)],
      [-1, Number.NaN, Number.POSITIVE_INFINITY],
      [Number.NaN, Number.NaN, Number.NaN],
    ],
    ["a strike of 0", [option("CE", 0, 1)], [24_500], [Number.NaN]],
    ["a negative strike", [option("PE", -100, 1)], [24_500], [Number.NaN]],
    ["an entry that is not a number", [option("PE", 100, 1, { entry: Number.NaN })], [24_500], [Number.NaN]],
    ["an endless quantity", [option("PE", 100, Number.POSITIVE_INFINITY)], [24_500], [Number.NaN]],
    ["time that is not a number", [option("PE", 100, 1, { years: Number.NaN })], [24_500], [Number.NaN]],
  ] as const)("defined: %s", (_name, legs, spots, wanted) => {
    const got = payoff(legs, SPOT_NOW, spots);
    for (let i = 0; i < wanted.length; i++)
      if (Number.isNaN(wanted[i])) expect(got[i]).toBeNaN();
      else expect(got[i]).toBeCloseTo(wanted[i]!, 9);
    expect(got).toHaveLength(wanted.length);
  });

  it("any doubles at all: a number or NaN, never a trap", () => {
    const any = fc.double();
    const wild = fc.record({
      type: anyLeg.map(({ type }) => type),
      quantity: any,
      strike: any,
      entry: any,
      years: any,
      iv: any,
      carry: any,
    });
    fc.assert(
      fc.property(
        fc.array(wild, { maxLength: 5 }),
        modelName,
        any,
        any,
        fc.array(any, { maxLength: 9 }),
        (legs, model, rate, elapsed, spots) => {
          expect(payoff(legs, { model, rate, elapsed }, spots)).toHaveLength(spots.length);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it("more than 64 legs are refused", () => {
    const legs = Array.from({ length: 65 }, () => option("CE", 24_500, 1));
    expect(() => payoff(legs, SPOT_NOW, [24_500])).toThrow(RangeError);
    expect(payoff(legs.slice(1), SPOT_NOW, [0])).toEqual([-6400]);
  });
});

describe("legs", () => {
  it("the nearest expiry is that of the first leg to go, among those that live", () => {
    expect(
      nearestExpiry([option("CE", 1, 1, { years: MONTH }), option("CE", 1, 1), option("PE", 1, 1, { years: -1 })]),
    ).toBe(WEEK);
    expect(nearestExpiry([])).toBe(0);
  });

  it("a future is worth its price now, and the spot at its expiry", () => {
    const kernel = createKernel(loadQuantModule());
    const carry = carryRate(24_650, 24_500, MONTH);
    const future: PayoffLeg = { type: "FUT", quantity: 1, strike: 0, entry: 0, years: MONTH, iv: 0, carry };
    const out = new Float64Array(1);
    kernel.payoff([future], SPOT_NOW, new Float64Array([24_500]), 1, out);
    expect(out[0]).toBeCloseTo(24_650, 8);
    kernel.payoff([future], { ...SPOT_NOW, elapsed: MONTH }, new Float64Array([24_500]), 1, out);
    expect(out[0]).toBe(24_500);
    expect(carryRate(24_650, 24_500, 0)).toBe(0);
    expect(carryRate(24_650, Number.NaN, MONTH)).toBe(0);
  });
});
