import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadQuantModule } from "../../assembly/load.mjs";
import { createChainGreeks, type SideGreeks } from "./chain-columns.ts";
import { createSideDisplay, roundForDisplay } from "./display.ts";
import { createKernel } from "./kernel.ts";
import { type PlainOption, plainValue } from "./testing/plain-black.ts";
import { specNewtonIv } from "./testing/spec-newton.ts";
import { createWorkload } from "./testing/workload.ts";

const kernel = createKernel(loadQuantModule());

function display(values: Partial<Record<keyof SideGreeks, number>>) {
  const exact = createChainGreeks(1).call;
  const all = { iv: 0.2, delta: 0, gamma: 0, theta: 0, vega: 0, probAbove: 0.5, derivedIv: 0.2, ...values };
  for (const name of Object.keys(all) as (keyof SideGreeks)[]) exact[name][0] = all[name];
  const out = createSideDisplay(1);
  roundForDisplay(exact, 1, out);
  return Object.fromEntries(Object.entries(out).map(([name, column]) => [name, column[0]]));
}

/** The IV as shown, for one contract. */
function shownIv(option: PlainOption, price: number): number {
  const out = createChainGreeks(1);
  const column = (x: number) => new Float64Array([x]);
  const callPrice = column(option.isCall ? price : 0);
  const putPrice = column(option.isCall ? 0 : price);
  kernel.priceChain({ length: 1, strike: column(option.strike), callPrice, putPrice }, option, out);
  const shown = createSideDisplay(1);
  roundForDisplay(option.isCall ? out.call : out.put, 1, shown);
  return shown.iv[0]!;
}

/** What the specification's procedure shows: its 4-decimal fixed point as a percentage of 2. */
const specIv = (option: PlainOption, price: number) => Math.round(specNewtonIv(option, price) * 1e4) / 100;

/** Whether the reference, in plain doubles, is sure of its own figure: the same a few roundings of the price to either side. */
function isFirmlyRounded(option: PlainOption, price: number): boolean {
  const slack = 2e-15 * (option.underlying + option.strike);
  return specIv(option, price - slack) === specIv(option, price + slack);
}

describe("display rounding", () => {
  it("gives each figure its decimals and units", () => {
    expect(
      display({ derivedIv: 0.1235, delta: 0.55555, gamma: 0.00123, theta: -3650.2, vega: 1234.56, probAbove: 0.45678 }),
    ).toEqual({
      iv: 12.35,
      delta: 0.556,
      gamma: 0.0012,
      theta: -10.001,
      vega: 12.346,
      probAbove: 45.7,
      probBelow: 54.3,
    });
  });

  it("rounds ties away from zero, and shows no negative zero", () => {
    expect(display({ delta: 0.0625, theta: 365 * 0.1875 })).toMatchObject({ delta: 0.063, theta: 0.188 });
    expect(display({ delta: -0.0625, theta: 365 * -0.1875 })).toMatchObject({ delta: -0.063, theta: -0.188 });
    expect(Object.is(display({ delta: -0.0004 })["delta"], 0)).toBe(true);
    expect(display({ derivedIv: 0.0013 })["iv"]).toBe(0.13);
  });

  it("shows probabilities as [above, below], at least 0.1, adding up to 100 before that", () => {
    expect(display({ probAbove: 0.00001 })).toMatchObject({ probAbove: 0.1, probBelow: 100 });
    expect(display({ probAbove: 1 })).toMatchObject({ probAbove: 100, probBelow: 0.1 });
    expect(display({ probAbove: 0.4565 })).toMatchObject({ probAbove: 45.7, probBelow: 54.3 });
  });

  it("shows IV 0 and '-' elsewhere where there is no IV, or one that rounds to 0", () => {
    const none = { iv: 0, delta: Number.NaN, gamma: Number.NaN, theta: Number.NaN, vega: Number.NaN };
    expect(display({ iv: 0, derivedIv: 0, delta: Number.NaN, probAbove: Number.NaN })).toEqual({
      ...none,
      probAbove: Number.NaN,
      probBelow: Number.NaN,
    });
    expect(display({ iv: 0.00004, derivedIv: 0 })).toMatchObject(none);
  });
});

describe("the IV shown and the specification's own procedure", () => {
  it("are the same figure for every contract of the workload where the procedure converges", () => {
    let converged = 0;
    let unsolved = 0;
    for (const chain of createWorkload())
      for (let i = 0; i < chain.length; i++)
        for (const isCall of [true, false]) {
          const { underlying, years, rate } = chain;
          const option: PlainOption = { model: "spot", isCall, underlying, strike: chain.strike[i]!, years, rate };
          const price = (isCall ? chain.callPrice : chain.putPrice)[i]!;
          const shown = shownIv(option, price);
          const spec = specIv(option, price);
          if (spec !== 0) {
            converged++;
            expect({ option, iv: shown }).toEqual({ option, iv: spec });
          } else if (shown === 0) unsolved++;
        }
    // what is left is below the intrinsic value at 10 %, where both show 0
    expect(converged + unsolved).toBe(4000);
    expect(converged).toBeGreaterThan(3500);
  });

  it("are the same at rounding ties, which the procedure's own last step decides", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 500, max: 12_000 }),
        fc.double({ min: -2e-7, max: 2e-7, noNaN: true }),
        fc.double({ min: -4, max: 4, noNaN: true }),
        fc.double({ min: Math.log(30 / 525_600), max: Math.log(90 / 365), noNaN: true }),
        fc.boolean(),
        (units, beside, deviations, logYears, isCall) => {
          const sigma = (units + 0.5) / 1e4 + beside;
          const years = Math.exp(logYears);
          const strike = 24_500 * Math.exp(deviations * sigma * Math.sqrt(years));
          const option: PlainOption = { model: "spot", isCall, underlying: 24_500, strike, years, rate: 0.1 };
          const price = plainValue(option, sigma).price;
          fc.pre(price > 0.01 && isFirmlyRounded(option, price));
          expect(shownIv(option, price)).toBe(specIv(option, price));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("are the same for USDINR", () => {
    let converged = 0;
    for (let strike = 80; strike <= 90; strike += 0.25)
      for (const sigma of [0.02, 0.035, 0.05, 0.08, 0.15])
        for (const days of [1, 4, 12, 40])
          for (const isCall of [true, false]) {
            const option: PlainOption = {
              model: "usdinr",
              isCall,
              underlying: 84.2875,
              strike,
              years: days / 365,
              rate: 0.0675,
            };
            const price = Math.round(plainValue(option, sigma).price / 0.0025) * 0.0025;
            const spec = specIv(option, price);
            if (spec === 0) continue;
            converged++;
            expect({ option, price, iv: shownIv(option, price) }).toEqual({ option, price, iv: spec });
          }
    expect(converged).toBeGreaterThan(400);
  });

  // Where the procedure shows 0 although the price has a root, we show the root.
  it.each([
    ["IV above about 600 %, out of the money (far strikes, minutes to expiry)", 7 / 365, 50, 9],
    ["a year and more (from start 5 there is next to no vega, and the step overshoots)", 2, 0.6, 0.3],
  ])("differ only where the procedure overshoots: %s", (_name, years, moneyness, sigma) => {
    const option: PlainOption = {
      model: "spot",
      isCall: true,
      underlying: 800,
      strike: 800 * moneyness,
      years,
      rate: 0.1,
    };
    const price = plainValue(option, sigma).price;
    expect(specNewtonIv(option, price)).toBe(0);
    expect(shownIv(option, price)).toBe(Math.round(sigma * 1e4) / 100);
  });

  it("and deep in the money on the last day, where next to no vega is left around the root", () => {
    const option: PlainOption = {
      model: "usdinr",
      isCall: true,
      underlying: 92.595,
      strike: 92.5,
      years: 0.000027075624061072408,
      rate: 0.05354896427830681,
    };
    expect(specNewtonIv(option, 0.0949998622622985)).toBe(0);
    expect(shownIv(option, 0.0949998622622985)).toBe(2.85);
  });

  it("starts at 5, goes down by 1 and gives up after 2; USDINR has one start, 0.5", () => {
    const starts = (option: PlainOption, price: number) => {
      const seen: number[] = [];
      expect(specNewtonIv(option, price, (start) => seen.push(start))).toBe(0);
      expect(shownIv(option, price)).toBe(0);
      return seen;
    };
    const option = { isCall: true, underlying: 84, strike: 80, years: 20 / 365, rate: 0.07 } as const;
    expect(starts({ ...option, model: "spot" }, 3)).toEqual([5, 4, 3, 2]);
    expect(starts({ ...option, model: "usdinr" }, 3)).toEqual([0.5]);
    expect(starts({ ...option, model: "spot" }, 0)).toEqual([]);
  });

  it.each([
    ["no price", 0],
    ["below intrinsic value", 10],
    ["above the bound", 900],
  ])("both show 0: %s", (_name, price) => {
    const option: PlainOption = {
      model: "spot",
      isCall: true,
      underlying: 800,
      strike: 700,
      years: 20 / 365,
      rate: 0.1,
    };
    expect(specIv(option, price)).toBe(0);
    expect(shownIv(option, price)).toBe(0);
  });
});

describe("the normal distribution behind the probabilities", () => {
  it.each([
    [0, 0.5],
    [1.96, 0.975],
    [-1.96, 0.025],
    [1, 0.8413],
    [-3, 0.0013],
  ])("N(%d) is %d within 1e-4", (d2, probability) => {
    const sigma = 0.2;
    const strike = 100 * Math.exp(-sigma * d2 - 0.5 * sigma * sigma); // d2 = (ln(F / K) - sigma^2 / 2) / sigma at one year
    const out = createChainGreeks(1);
    out.call.iv[0] = sigma;
    const model = { model: "forward", underlying: 100, years: 1, rate: 0 } as const;
    kernel.valueChain(1, new Float64Array([strike]), model, out, new Float64Array(1), new Float64Array(1));
    expect(Math.abs(out.call.probAbove[0]! - probability)).toBeLessThan(1e-4);
  });
});
