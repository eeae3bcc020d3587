import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadQuantModule } from "../../assembly/load.mjs";
import { type ChainModel, createChainGreeks, type SideGreeks } from "./chain-columns.ts";
import { priceForwardChain } from "./forward-chain.ts";
import { createKernel } from "./kernel.ts";
import { plainValue } from "./testing/plain-black.ts";
import { createWorkload } from "./testing/workload.ts";
import { VARIANTS } from "./variant.ts";

const modelName = fc.constantFrom("spot" as const, "usdinr" as const, "forward" as const);
const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const model = fc.record({
  model: modelName,
  underlying: between(50, 90_000),
  years: between(Math.log(2e-6), Math.log(0.25)).map(Math.exp),
  rate: between(0, 0.12),
});
/** Strikes as (ln K / F) in standard deviations, so that prices stay above rounding. */
const distance = between(-4.5, 4.5);
const sigma = between(0.05, 3);

function strikeAt({ underlying, years }: ChainModel, iv: number, deviations: number): number {
  return underlying * Math.exp(deviations * iv * Math.sqrt(years));
}

function first(side: SideGreeks, row = 0) {
  return {
    iv: side.iv[row]!,
    derivedIv: side.derivedIv[row]!,
    delta: side.delta[row]!,
    gamma: side.gamma[row]!,
    theta: side.theta[row]!,
    vega: side.vega[row]!,
    probAbove: side.probAbove[row]!,
  };
}

const NONE = {
  iv: 0,
  derivedIv: 0,
  delta: Number.NaN,
  gamma: Number.NaN,
  theta: Number.NaN,
  vega: Number.NaN,
  probAbove: Number.NaN,
};

/** Twenty thousand times an `expect` would take longer than the kernel. */
function isWholeOrNone(side: ReturnType<typeof first>): boolean {
  if (side.iv > 0) return Object.values(side).every((x) => !Number.isNaN(x));
  return (Object.keys(NONE) as (keyof typeof NONE)[]).every((name) => Object.is(side[name], NONE[name]));
}

describe.each(VARIANTS)("the %s build", (variant) => {
  const kernel = createKernel(loadQuantModule(variant));

  /** One strike: IVs in, prices and greeks out. */
  function value(chain: ChainModel, strike: number, callIv: number, putIv = callIv) {
    const out = createChainGreeks(1);
    out.call.iv[0] = callIv;
    out.put.iv[0] = putIv;
    const callPrice = new Float64Array(1);
    const putPrice = new Float64Array(1);
    kernel.valueChain(1, new Float64Array([strike]), chain, out, callPrice, putPrice);
    return { call: { ...first(out.call), price: callPrice[0]! }, put: { ...first(out.put), price: putPrice[0]! } };
  }

  function solve(chain: ChainModel, strike: number, callPrice: number, putPrice: number) {
    const out = createChainGreeks(1);
    const column = (x: number) => new Float64Array([x]);
    const input = { length: 1, strike: column(strike), callPrice: column(callPrice), putPrice: column(putPrice) };
    kernel.priceChain(input, chain, out);
    return { call: first(out.call), put: first(out.put) };
  }

  describe("the kernel against the textbook", () => {
    it("prices and greeks equal the plain formulas to their own rounding", () => {
      fc.assert(
        fc.property(model, sigma, distance, (chain, iv, deviations) => {
          const strike = strikeAt(chain, iv, deviations);
          const got = value(chain, strike, iv);
          for (const isCall of [true, false]) {
            const side = isCall ? got.call : got.put;
            const plain = plainValue({ ...chain, isCall, strike }, iv);
            // d1 in plain doubles is good to about 1e-16 / (iv sqrt T)
            const tolerance = 1e-14 + 5e-16 / (iv * Math.sqrt(chain.years));
            expect(Math.abs(side.price - plain.price)).toBeLessThan(tolerance * (chain.underlying + strike));
            expect(Math.abs(side.delta - plain.delta)).toBeLessThan(tolerance);
            expect(Math.abs(side.probAbove - plain.probAbove)).toBeLessThan(tolerance);
            expect(Math.abs(side.vega / plain.vega - 1)).toBeLessThan(20 * tolerance);
            expect(Math.abs(side.gamma / plain.gamma - 1)).toBeLessThan(20 * tolerance);
            const parts = (plain.vega * iv) / (2 * chain.years) + chain.rate * strike;
            expect(Math.abs(side.theta - plain.theta)).toBeLessThan(20 * tolerance * parts);
          }
        }),
        { numRuns: 2000 },
      );
    });

    it("finds the IV that made a price, out of the money, to a few units of the last place", () => {
      fc.assert(
        fc.property(model, sigma, distance, (chain, iv, deviations) => {
          const strike = strikeAt(chain, iv, deviations);
          const made = value(chain, strike, iv);
          const isCallOut = made.call.price < made.put.price;
          const found = solve(chain, strike, made.call.price, made.put.price);
          expect(Math.abs((isCallOut ? found.call : found.put).iv / iv - 1)).toBeLessThan(5e-15);
        }),
        { numRuns: 5000 },
      );
    });

    it("as exactly where the expansion has few powers as where it has all, and at the limits between", () => {
      const chain: ChainModel = { model: "forward", underlying: 1000, years: 0.25, rate: 0.06 };
      const near = (limit: number) => between(0.9 * limit, 1.1 * limit);
      const vol = fc.oneof(near(Math.sqrt(0.05)), between(0.02, 0.8)); // in all, and ln K / F below
      const moneyness = fc.oneof(near(Math.sqrt(0.27)), between(0, 0.64));
      fc.assert(
        fc.property(vol, moneyness, fc.boolean(), (v, k, isUp) => {
          fc.pre(k < 4.5 * v);
          const strike = chain.underlying * Math.exp(isUp ? k : -k);
          const made = value(chain, strike, v / Math.sqrt(chain.years));
          const found = solve(chain, strike, made.call.price, made.put.price)[isUp ? "call" : "put"];
          expect(Math.abs((found.iv * Math.sqrt(chain.years)) / v - 1)).toBeLessThan(3e-15);
        }),
        { numRuns: 5000 },
      );
    });

    it("from the in-the-money side, to what the rounding of the price itself allows", () => {
      fc.assert(
        fc.property(model, sigma, distance, (chain, iv, deviations) => {
          const strike = strikeAt(chain, iv, deviations);
          const made = value(chain, strike, iv);
          const isCallIn = made.call.price > made.put.price;
          const side = isCallIn ? made.call : made.put;
          const found = solve(chain, strike, made.call.price, made.put.price)[isCallIn ? "call" : "put"];
          const priceRounding = 1.2e-16 * side.price;
          // half a unit of the price's last place moves the IV by this much, to first order
          const allowed = 5e-15 + (2 * priceRounding) / (side.vega * iv);
          fc.pre(allowed < 1e-3);
          expect(Math.abs(found.iv / iv - 1)).toBeLessThan(allowed);
        }),
        { numRuns: 5000 },
      );
    });

    it("holds over the whole range of volatility, up to the price's bounds", () => {
      const chain: ChainModel = { model: "spot", underlying: 100, years: 1, rate: 0.05 };
      fc.assert(
        fc.property(between(Math.log(1e-6), Math.log(14)), between(-3, 3), (logIv, logStrike) => {
          const iv = Math.exp(logIv);
          const strike = 100 * Math.exp(logStrike);
          const made = value(chain, strike, iv);
          const side = made.call.price < made.put.price ? "call" : "put";
          const bound = side === "call" ? 100 : strike * Math.exp(-0.05);
          fc.pre(made[side].price > 1e-280 && made[side].price < bound);
          const found = solve(chain, strike, made.call.price, made.put.price)[side];
          const allowed = 1e-14 + (2.4e-16 * made[side].price) / (made[side].vega * iv);
          fc.pre(allowed < 1e-3);
          expect(Math.abs(found.iv / iv - 1)).toBeLessThan(allowed);
        }),
        { numRuns: 5000 },
      );
    });

    it("keeps put-call parity and the greeks' relations", () => {
      fc.assert(
        fc.property(model, sigma, distance, (chain, iv, deviations) => {
          const strike = strikeAt(chain, iv, deviations);
          const { call, put } = value(chain, strike, iv);
          const discount = Math.exp(-chain.rate * chain.years);
          const leg = chain.model === "spot" ? 1 : discount;
          const scale = chain.underlying + strike;
          expect(Math.abs(call.price - put.price - (chain.underlying * leg - strike * discount))).toBeLessThan(
            1e-15 * scale,
          );
          expect(Math.abs(call.delta - put.delta - leg)).toBeLessThan(3e-16);
          expect(put.gamma).toBe(call.gamma);
          expect(put.vega).toBe(call.vega);
          expect(put.probAbove).toBe(call.probAbove);
        }),
      );
    });

    it("IV rises with the price", () => {
      fc.assert(
        fc.property(model, sigma, between(-3, 3), between(1e-6, 0.5), (chain, iv, deviations, rise) => {
          const strike = strikeAt(chain, iv, deviations);
          const { call } = value(chain, strike, iv);
          const dearer = call.price * (1 + rise);
          fc.pre(dearer < chain.underlying * Math.exp(-0.05));
          const low = solve(chain, strike, call.price, 0).call.iv;
          const high = solve(chain, strike, dearer, 0).call.iv;
          if (low > 0) expect(high).toBeGreaterThan(low);
        }),
      );
    });
  });

  describe("what has no IV", () => {
    const chain: ChainModel = { model: "spot", underlying: 24_500, years: 7 / 365, rate: 0.1 };
    const strikeValue = 24_000 * Math.exp((-0.1 * 7) / 365);

    it.each([
      ["no price", 0],
      ["a negative price", -5],
      ["not a number", Number.NaN],
      ["infinity", Number.POSITIVE_INFINITY],
      ["below intrinsic value", 500],
      ["at intrinsic value", 24_500 - strikeValue - 1e-9],
      ["above the bound", 24_500.05],
      ["at the bound", 24_500],
    ])("%s", (_name, callPrice) => {
      expect(solve(chain, 24_000, callPrice, 0).call).toEqual(NONE);
    });

    it("a put above its bound, the discounted strike", () => {
      expect(solve(chain, 24_000, 0, strikeValue + 0.05).put).toEqual(NONE);
      expect(solve(chain, 24_000, 0, strikeValue - 0.05).put.iv).toBeGreaterThan(0);
    });

    it.each([
      ["expired", { years: 0 }],
      ["negative time", { years: -1 / 365 }],
      ["no time", { years: Number.NaN }],
      ["endless time", { years: Number.POSITIVE_INFINITY }],
      ["no underlying", { underlying: 0 }],
      ["underlying not a number", { underlying: Number.NaN }],
      ["rate not a number", { rate: Number.NaN }],
      ["rate beyond sense", { rate: 1e9 }],
    ])("%s", (_name, change) => {
      expect(solve({ ...chain, ...change }, 24_000, 700, 100)).toEqual({ call: NONE, put: NONE });
    });

    it.each([0, -100, Number.NaN, Number.POSITIVE_INFINITY])("strike %d", (strike) => {
      expect(solve(chain, strike, 700, 100)).toEqual({ call: NONE, put: NONE });
    });

    it("any doubles at all give an IV and finite greeks, or none: never a trap, never half an answer", () => {
      const any = fc.double();
      fc.assert(
        fc.property(modelName, any, any, any, any, any, any, (name, underlying, years, rate, strike, call, put) => {
          const got = solve({ model: name, underlying, years, rate }, strike, call, put);
          const again = value({ model: name, underlying, years, rate }, strike, call, put);
          return [got.call, got.put].every(isWholeOrNone) && again.call.iv >= 0;
        }),
        { numRuns: 20_000 },
      );
    });

    it("values it at its intrinsic value", () => {
      const got = value(chain, 24_000, 0);
      expect(got.call.price).toBeCloseTo(24_500 - strikeValue, 9);
      expect(got.put.price).toBe(0);
      const expired = value({ ...chain, years: 0 }, 24_000, 0.2);
      expect(expired.call).toEqual({ ...NONE, price: 500 });
    });
  });

  describe("chains of any length", () => {
    const [chain] = createWorkload();
    if (chain === undefined) throw new Error("the workload is empty");
    const spot: ChainModel = { model: "spot", underlying: chain.underlying, years: chain.years, rate: chain.rate };

    it.each([0, 1, 3, 100, 255, 256, 257, 1000])("%i rows: each row as if alone, nothing past the end", (length) => {
      const repeated = (column: Float64Array) => Float64Array.from({ length }, (_, i) => column[i % chain.length]!);
      const input = {
        length,
        strike: repeated(chain.strike),
        callPrice: repeated(chain.callPrice),
        putPrice: repeated(chain.putPrice),
      };
      const out = createChainGreeks(length + 2);
      for (const side of [out.call, out.put]) for (const column of Object.values(side)) column.fill(-7);
      kernel.priceChain(input, spot, out);
      for (let i = 0; i < length; i++) {
        const alone = solve(spot, input.strike[i]!, input.callPrice[i]!, input.putPrice[i]!);
        expect(out.call.iv[i]).toBe(alone.call.iv);
        expect(out.put.theta[i]).toEqual(alone.put.theta);
      }
      for (const side of [out.call, out.put])
        for (const column of Object.values(side)) expect([...column.slice(length)]).toEqual([-7, -7]);
    });
  });

  describe("rows side by side", () => {
    const chain: ChainModel = { model: "spot", underlying: 24_500, years: 7 / 365, rate: 0.1 };
    const oddNumber = fc.constantFrom(0, -5, Number.NaN, Number.POSITIVE_INFINITY, 1e-300, 1e300);
    const strike = fc.oneof({ weight: 5, arbitrary: between(15_000, 40_000) }, { weight: 1, arbitrary: oddNumber });
    const price = fc.oneof(
      { weight: 4, arbitrary: between(Math.log(1e-9), Math.log(9000)).map(Math.exp) },
      { weight: 1, arbitrary: oddNumber },
    );
    const iv = fc.oneof({ weight: 4, arbitrary: between(0.02, 8) }, { weight: 1, arbitrary: oddNumber });

    it("priced: none disturbs its neighbour, whatever is in it", () => {
      // A put beyond the short expansion beside a call whose square overflows, between strikes in the money.
      const hardlyAPrice: [number, number, number][] = [
        [15_000, 1, 1e300],
        [24_547.03138554367, 1e-300, 2202.0750903893927],
        [15_000, 1, 1],
      ];
      fc.assert(
        fc.property(fc.array(fc.tuple(strike, price, price), { minLength: 1, maxLength: 70 }), (rows) => {
          const column = (index: 0 | 1 | 2) => Float64Array.from(rows, (row) => row[index]);
          const input = { length: rows.length, strike: column(0), callPrice: column(1), putPrice: column(2) };
          const out = createChainGreeks(rows.length);
          kernel.priceChain(input, chain, out);
          rows.forEach((row, i) => {
            expect({ call: first(out.call, i), put: first(out.put, i) }).toEqual(solve(chain, ...row));
          });
        }),
        { numRuns: 60, examples: [[hardlyAPrice]] },
      );
    });

    it("valued, too", () => {
      fc.assert(
        fc.property(fc.array(fc.tuple(strike, iv, iv), { minLength: 1, maxLength: 70 }), (rows) => {
          const out = createChainGreeks(rows.length);
          rows.forEach(([, callIv, putIv], i) => {
            out.call.iv[i] = callIv;
            out.put.iv[i] = putIv;
          });
          const strikes = Float64Array.from(rows, (row) => row[0]);
          const [callPrice, putPrice] = [new Float64Array(rows.length), new Float64Array(rows.length)];
          kernel.valueChain(rows.length, strikes, chain, out, callPrice, putPrice);
          rows.forEach((row, i) => {
            const call = { ...first(out.call, i), price: callPrice[i]! };
            expect({ call, put: { ...first(out.put, i), price: putPrice[i]! } }).toEqual(value(chain, ...row));
          });
        }),
        { numRuns: 60 },
      );
    });
  });

  describe("forward mode", () => {
    it("takes one IV a strike from the out-of-the-money side", () => {
      const forward: ChainModel = { model: "forward", underlying: 24_600, years: 7 / 365, rate: 0.065 };
      const strike = new Float64Array([24_000, 24_600, 25_000, 25_500]);
      const out = createChainGreeks(4);
      const prices = { callPrice: new Float64Array(4), putPrice: new Float64Array(4) };
      const input = {
        length: 4,
        strike,
        callPrice: new Float64Array([660, 200, 60, Number.NaN]),
        putPrice: new Float64Array([50, 190, Number.NaN, Number.NaN]),
      };
      priceForwardChain(kernel, input, forward, out, prices);
      expect(out.call.iv).toEqual(out.put.iv);
      expect(prices.putPrice[0]).toBeCloseTo(50, 9);
      expect(prices.callPrice[1]).toBeCloseTo(200, 9);
      expect(prices.callPrice[2]).toBeCloseTo(60, 9);
      expect(out.call.iv[3]).toBe(0);
      const discount = Math.exp((-0.065 * 7) / 365);
      expect(out.call.delta[0]! - out.put.delta[0]!).toBeCloseTo(discount, 12);
    });
  });
});
