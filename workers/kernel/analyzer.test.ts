import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { candidateName, STRATEGY_KINDS, strikeRow } from "#contract/domain/strategy/strategy-kinds.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { analyzeStrategies } from "./analyzer.ts";
import {
  type AnalyzerRange,
  candidateCount,
  createCandidates,
  type ProbabilityCurve,
  type ProfitSide,
} from "./analyzer-columns.ts";
import { createKernel } from "./kernel.ts";
import { payoffProfile } from "./payoff-profile.ts";
import { createAnalyzerRange } from "./testing/analyzer-range.ts";
import { plainAnalyze } from "./testing/plain-analyzer.ts";

const ALL = STRATEGY_KINDS.map((_, code) => code);
const codeOf = (name: string) => STRATEGY_KINDS.findIndex((kind) => kind.name === name);
const column = (...values: number[]) => Float64Array.from(values);

/** Four strikes a hundred apart, round premiums, probabilities that fall by 10 a strike. */
const STRIKES = [24_400, 24_500, 24_600, 24_700];
const RANGE: AnalyzerRange = {
  length: 4,
  strike: column(...STRIKES),
  callPrice: column(260, 200, 150, 110),
  putPrice: column(120, 160, 210, 270),
};
const CURVE: ProbabilityCurve = {
  spot: 24_540,
  start: 24_200,
  step: 100,
  length: 8,
  callInMoney: column(84, 74, 64, 54, 44, 34, 24, 14),
  putInMoney: column(16, 26, 36, 46, 56, 66, 76, 86),
};

describe("the analyzer", () => {
  function analyze(range: AnalyzerRange, curve: ProbabilityCurve, kinds: readonly number[], side: ProfitSide) {
    const out = createCandidates(candidateCount(range.length, kinds));
    analyzeStrategies(range, curve, kinds, side, out);
    return Array.from({ length: out.length }, (_, i) => {
      const kind = STRATEGY_KINDS[out.kind[i]!]!;
      const strikes = Array.from({ length: kind.strikes }, (_, n) => range.strike[strikeRow(out.strikes[i]!, n)]!);
      return {
        name: candidateName(kind, strikes),
        maxProfit: out.maxProfit[i]!,
        maxLoss: out.maxLoss[i]!,
        reward: out.reward[i]!,
        lower: out.lower[i]!,
        upper: out.upper[i]!,
        pop: out.pop[i]!,
      };
    });
  }
  const one = (kind: string, name: string, side: ProfitSide = "credit") =>
    analyze(RANGE, CURVE, [codeOf(kind)], side).find((row) => row.name === `${kind},${name}`);
  const NONE = Number.NaN;
  const UNLIMITED = Number.POSITIVE_INFINITY;

  // P(above) is 64 at 24,400, less 0.1 a rupee, between 84 and 14
  it.each([
    ["Bull Call Spread", "24400CE-24600CE", 90, -110, NONE, 24_510, 53],
    ["Bear Call Spread", "24400CE-24600CE", 110, -90, NONE, 24_510, 47],
    ["Bull Put Spread", "24400PE-24600PE", 90, -110, 24_510, NONE, 53],
    ["Bear Put Spread", "24400PE-24600PE", 110, -90, 24_510, NONE, 47],
    ["Call Ratio BackSpread", "24500CE-24700CE", UNLIMITED, -220, NONE, 24_920, 14],
    ["Put Ratio BackSpread", "24400PE-24600PE", 24_170, -230, 24_170, NONE, 16],
    ["Butterfly Call", "24400CE-24500CE-24600CE", 90, -10, 24_410, 24_590, 18],
    ["Butterfly Put", "24400PE-24500PE-24600PE", 90, -10, 24_410, 24_590, 18],
    ["Iron Condor", "24400PE-24500PE-24600CE-24700CE", 80, -20, 24_420, 24_680, 26],
    ["Long Straddle", "24500CE-24500PE", UNLIMITED, -360, 24_140, 24_860, 34],
    ["Short Straddle", "24500CE-24500PE", 360, -UNLIMITED, 24_140, 24_860, 66],
    ["Long Strangle", "24400PE-24600CE", UNLIMITED, -270, 24_130, 24_870, 33],
    ["Short Strangle", "24400PE-24600CE", 270, -UNLIMITED, 24_130, 24_870, 67],
  ] as const)("%s by hand", (kind, name, maxProfit, maxLoss, lower, upper, pop) => {
    const row = one(kind, name, "payoff");
    expect(row).toMatchObject({ maxProfit, maxLoss });
    expectClose(row!.lower, lower);
    expectClose(row!.upper, upper);
    expectClose(row!.reward, maxProfit / -maxLoss);
    expectClose(row!.pop, pop);
  });

  it("equals the plain analyzer, row by row", () => {
    const { range, curve } = createAnalyzerRange(12);
    for (const side of ["credit", "payoff"] as const) {
      const got = analyze(range, curve, ALL, side);
      const plain = plainAnalyze(range, curve, ALL, side);
      expect(got.map(({ name }) => name)).toEqual(plain.map(({ name }) => name));
      for (let i = 0; i < got.length; i++) expectSame(got[i]!, plain[i]!);
    }
  });

  it("equals it on prices that no sane market has, and with holes", () => {
    const price = fc.oneof(fc.double({ min: 0.05, max: 400, noNaN: true }), fc.constantFrom(-5, Number.NaN));
    const untied = (row: number) => 0.0007 * (row + 1.3) ** 3; // no two sums of premiums are equal
    const row = fc.tuple(fc.integer({ min: 1, max: 6 }), price, price);
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 6 }),
        fc.constantFrom("credit" as const, "payoff" as const),
        (rows, side) => {
          let strike = 24_350;
          const range: AnalyzerRange = {
            length: rows.length,
            strike: Float64Array.from(rows, ([steps]) => (strike += 50 * steps)),
            callPrice: Float64Array.from(rows, ([, call], i) => call + untied(i)),
            putPrice: Float64Array.from(rows, ([, , put], i) => put + 1.7 * untied(i)),
          };
          const got = analyze(range, CURVE, ALL, side);
          const plain = plainAnalyze(range, CURVE, ALL, side);
          expect(got.map(({ name }) => name)).toEqual(plain.map(({ name }) => name));
          for (let i = 0; i < got.length; i++) expectSame(got[i]!, plain[i]!);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("agrees with the payoff of the same legs", () => {
    const kernel = createKernel(loadQuantModule());
    const { range, curve } = createAnalyzerRange(7);
    const out = createCandidates(candidateCount(7, ALL));
    analyzeStrategies(range, curve, ALL, "payoff", out);
    for (let i = 0; i < out.length; i++) {
      const legs = STRATEGY_KINDS[out.kind[i]!]!.legs.map(({ type, quantity, strike }) => {
        const row = strikeRow(out.strikes[i]!, strike);
        const entry = (type === "CE" ? range.callPrice : range.putPrice)[row]!;
        return { type, quantity, strike: range.strike[row]!, entry, years: 0, iv: 0 };
      });
      const { breakEvens, maxProfit, maxLoss } = payoffProfile(kernel, legs, {
        model: "spot",
        rate: 0.1,
        elapsed: 0,
      });
      expect(out.maxProfit[i]).toBeCloseTo(maxProfit, 8);
      expect(out.maxLoss[i]).toBeCloseTo(maxLoss, 8);
      const own = [out.lower[i]!, out.upper[i]!].filter((spot) => spot > 0);
      expect(own).toHaveLength(breakEvens.length);
      for (let b = 0; b < own.length; b++) expect(own[b]).toBeCloseTo(breakEvens[b]!, 8);
    }
  });

  it("a butterfly at a debit and a backspread for a credit are where the two rules differ", () => {
    const fly = "24400CE-24500CE-24600CE";
    expect(one("Butterfly Call", fly, "credit")!.pop + one("Butterfly Call", fly, "payoff")!.pop).toBeCloseTo(100, 9);
    const dear = { ...RANGE, callPrice: column(420, 200, 150, 110) };
    const [credit] = analyze(dear, CURVE, [codeOf("Call Ratio BackSpread")], "credit");
    const [payoff] = analyze(dear, CURVE, [codeOf("Call Ratio BackSpread")], "payoff");
    expect(credit!.lower).toBeCloseTo(24_420, 9);
    expect(credit!.pop + payoff!.pop).toBeCloseTo(100, 9);
  });

  it("the probability of a break-even comes from its side of the spot, level beyond the curve", () => {
    const skewed = { ...CURVE, putInMoney: CURVE.putInMoney.map((percent) => percent - 10) };
    const [long] = analyze(RANGE, skewed, [codeOf("Long Straddle")], "payoff");
    // the straddle of 24,400: 380 to either side; 24,020 is below the curve (6 %), 24,780 at 26 %
    expect(long!.pop).toBeCloseTo(6 + 26, 9);
    const alone = { ...CURVE, length: 1 };
    expect(analyze(RANGE, alone, [codeOf("Long Straddle")], "payoff")[0]!.pop).toBeCloseTo(16 + 84, 9);
  });

  it("no probability where a strike beside a break-even has none", () => {
    const holed = { ...CURVE, callInMoney: column(84, 74, 64, 54, 44, NONE, 24, 14) };
    expect(analyze(RANGE, holed, [codeOf("Short Straddle")], "credit")[0]!.pop).toBeNaN();
    expect(analyze(RANGE, holed, [codeOf("Bear Put Spread")], "credit")[0]!.pop).not.toBeNaN();
  });

  it.each([
    [20, 8685],
    [24, 16_930],
    [40, 117_470],
  ])("%i strikes make %i candidates", (strikes, count) => {
    const { range, curve } = createAnalyzerRange(strikes);
    const out = createCandidates(count);
    analyzeStrategies(range, curve, ALL, "credit", out);
    expect(out.length).toBe(count);
    expect(out.strikes[count - 1]).toBe((strikes - 2) | ((strikes - 1) << 8));
    analyzeStrategies({ ...range, length: 0 }, curve, ALL, "credit", out);
    expect(out.length).toBe(0);
  });

  it("a stretch without profit or loss is no profit", () => {
    const flat = { ...RANGE, callPrice: column(9, 9, 9, 9), putPrice: column(9, 9, 9, 9) };
    const condor = "Iron Condor,24400PE-24500PE-24600CE-24700CE";
    const popOf = (side: ProfitSide) => analyze(flat, CURVE, ALL, side).find(({ name }) => name === condor)!;
    expect(popOf("payoff")).toMatchObject({ maxProfit: 0, pop: 0 });
    expectClose(popOf("credit").pop, 54 - 44);
  });

  it("what costs nothing breaks even where it begins to gain or lose", () => {
    const free = { ...RANGE, callPrice: column(200, 200, 200, 200), putPrice: column(9, 9, 9, 9) };
    const [bull] = analyze(free, CURVE, [codeOf("Bull Call Spread")], "payoff");
    expect(bull).toMatchObject({ maxProfit: 100, maxLoss: 0, lower: NONE, upper: 24_400, pop: 64 });
    const [fly] = analyze(free, CURVE, [codeOf("Butterfly Put")], "credit"); // no credit counts as one
    expect(fly).toMatchObject({ maxProfit: 100, maxLoss: 0, lower: 24_400, upper: 24_600 });
    expectClose(fly!.pop, 64 - 44);
  });

  it("what does not fit is refused", () => {
    const { range, curve } = createAnalyzerRange(32);
    const out = createCandidates(10);
    expect(() => analyzeStrategies({ ...range, length: 257 }, curve, ALL, "credit", out)).toThrow(/256 strikes/);
    expect(() => analyzeStrategies(range, curve, ALL, "credit", out)).toThrow(/49912 candidates/);
    expect(() => analyzeStrategies(RANGE, { ...curve, length: 0 }, [0], "credit", out)).toThrow(RangeError);
    expect(() => analyzeStrategies(RANGE, { ...curve, step: 0 }, [0], "credit", out)).toThrow(RangeError);
    expect(() => analyzeStrategies(RANGE, curve, [13], "credit", out)).toThrow(/kind/);
  });
});

const isClose = (a: number, b: number) => a === b || Math.abs(a - b) < 1e-8 || (Number.isNaN(a) && Number.isNaN(b));
const expectClose = (got: number, wanted: number) => expect(isClose(got, wanted) ? wanted : got).toBe(wanted);

interface Figures {
  readonly maxProfit: number;
  readonly maxLoss: number;
  readonly reward: number;
  readonly pop: number;
}

function expectSame(
  got: Figures & { readonly name: string; readonly lower: number; readonly upper: number },
  plain: Figures & { readonly breakEvens: readonly number[] },
): void {
  const ownBreakEvens = [got.lower, got.upper].filter((spot) => !Number.isNaN(spot));
  const same =
    isClose(got.maxProfit, plain.maxProfit) &&
    isClose(got.maxLoss, plain.maxLoss) &&
    isClose(got.pop, plain.pop) &&
    (isClose(got.reward, plain.reward) || Math.abs(got.reward / plain.reward - 1) < 1e-9) &&
    ownBreakEvens.length === plain.breakEvens.length &&
    ownBreakEvens.every((spot, i) => isClose(spot, plain.breakEvens[i]!));
  expect(same ? "" : JSON.stringify({ got, plain })).toBe("");
}
