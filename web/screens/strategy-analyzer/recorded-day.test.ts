/**
 * The candidates of an expiry day against a plain script over the raw file: textbook IVs by bisection, payoffs read off at every
 * strike, an object a candidate. Runs where MARKET_DATA names the folder.
 */
import { describe, expect, test } from "vitest";
import { limitBounds } from "#contract/domain/strategy/analyzer-limits.ts";
import { STRATEGY_KINDS } from "#contract/domain/strategy/strategy-kinds.ts";
import { JobCancelled } from "#contract/worker/job.ts";
import { createKernel } from "#kernel/kernel.ts";
import { type PlainCandidate, plainAnalyze } from "#kernel/testing/plain-analyzer.ts";
import { plainValue } from "#kernel/testing/plain-black.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { readExpiryDay, shownAt } from "../../testing/expiry-day.ts";
import { HAS_RECORDED } from "../../testing/recorded-lines.ts";
import { nameAt } from "./candidate.ts";
import { derivation } from "./derive.ts";
import { job } from "./job.ts";
import { kindsOf } from "./kinds.ts";
import type { AnalyzerMarket, Question } from "./snapshot.ts";

const LOT = 65;
const STEP = 50;
const RATE = 0.1;
/** Since 3 August 2026. */
const CLOSE = 15 * 60 + 40;
/** Per cents: deep in the money a bisection finds an IV to few digits. */
const CHANCE = 1e-3;

const kernel = createKernel(loadQuantModule());
const run = { kernel, progress: async () => undefined };

/** NaN where no volatility gives the price. */
function plainIv(isCall: boolean, spot: number, strike: number, years: number, price: number): number {
  const at = (iv: number): number =>
    plainValue({ model: "spot", isCall, underlying: spot, strike, years, rate: RATE }, iv).price;
  let [low, high] = [1e-4, 5];
  if (!(price > at(low)) || !(price < at(high))) return Number.NaN;
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (at(middle) < price) low = middle;
    else high = middle;
  }
  return low;
}

describe.skipIf(!HAS_RECORDED)("NIFTY, 18 August 2026 (needs MARKET_DATA)", () => {
  const day = HAS_RECORDED ? readExpiryDay() : undefined;
  if (!day) return;

  /** The day's chain at a minute, from the lines of the file alone. */
  function plainMarket(minute: number, from: number, to: number) {
    const quotes = day!.at(minute);
    const spot = quotes[0]!.spot;
    const round = Math.round(spot / STEP) * STEP;
    const years = (CLOSE - minute) / (365 * 24 * 60);
    const priceOf = (strike: number, side: "CE" | "PE"): number => {
      const ltp = quotes.find((quote) => quote.strike === strike && quote.side === side)?.ltp ?? 0;
      return ltp > 0 ? ltp : Number.NaN;
    };
    const listed = day!.strikes;
    const nodes = Array.from({ length: 41 }, (_, i) => round + (i - 20) * STEP);
    const chance = (strike: number, side: "CE" | "PE"): number => {
      const isCall = side === "CE";
      const iv = plainIv(isCall, spot, strike, years, priceOf(strike, side));
      const above = plainValue({ model: "spot", isCall, underlying: spot, strike, years, rate: RATE }, iv).probAbove;
      return 100 * (isCall ? above : 1 - above);
    };
    const nearest = (strike: number): number => Math.min(Math.max(strike, listed[0]!), listed.at(-1)!);
    const strikes = listed.filter((strike) => strike >= from - 2 * STEP && strike <= to + 2 * STEP);
    const range = {
      length: strikes.length,
      strike: Float64Array.from(strikes),
      callPrice: Float64Array.from(strikes, (strike) => priceOf(strike, "CE")),
      putPrice: Float64Array.from(strikes, (strike) => priceOf(strike, "PE")),
    };
    const curve = {
      spot,
      start: nodes[0]!,
      step: STEP,
      length: nodes.length,
      callInMoney: Float64Array.from(nodes, (strike) => chance(nearest(strike), "CE")),
      putInMoney: Float64Array.from(nodes, (strike) => chance(nearest(strike), "PE")),
    };
    return { range, curve, years, spot };
  }

  const marketAt = (minute: number): AnalyzerMarket => shownAt(day, derivation, minute).market!;
  const question = (market: AnalyzerMarket, more: Partial<Question> = {}): Question => ({
    market,
    limits: limitBounds(market.frame),
    kinds: kindsOf("All"),
    filters: {},
    target: { spot: market.spot + 40, daysLeft: 0 },
    sort: { by: "pop", descending: true },
    ...more,
  });
  /** In the order of the list: by PoP, equals as they were made, what has none last. */
  const ranked = (all: readonly PlainCandidate[], by: (one: PlainCandidate) => number): readonly PlainCandidate[] =>
    [...all].sort((a, b) => {
      const [x, y] = [by(a), by(b)].map((value) => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value));
      return y! - x! || a.id - b.id;
    });

  test.each([650, 800, 900])("minute %i: every candidate, its figures and its place", async (minute) => {
    const market = marketAt(minute);
    const asked = question(market);
    const { range, curve, spot } = plainMarket(minute, asked.limits.from, asked.limits.to);
    expect(market.spot).toBe(spot);
    expect(range.length).toBe(25);
    const plain = plainAnalyze(range, curve, asked.kinds, "payoff");
    const byRule = plainAnalyze(range, curve, asked.kinds, "credit");
    const got = await job.run(asked, run);
    expect(got.made).toBe(plain.length);
    expect(got.rows).toBe(plain.length);
    const byName = new Map(plain.map((one) => [one.name, one]));
    const near = (a: number, b: number, tolerance: number, what: string): void => {
      if (!Object.is(a, b) && !(Math.abs(a - b) <= tolerance)) expect(a, what).toBe(b);
    };
    for (let row = 0; row < got.rows; row++) {
      const name = nameAt(got, row);
      const one = byName.get(name)!;
      near(got.maxProfit[row]!, one.maxProfit * LOT, 1e-6, name);
      near(got.maxLoss[row]!, one.maxLoss * LOT, 1e-6, name);
      near(got.pop[row]!, one.pop, CHANCE, `${name} pop`);
      const rule = byRule[one.id]!.pop;
      near(
        got.rule[row]!,
        Math.abs(rule - one.pop) < 1e-9 || Number.isNaN(rule) ? Number.NaN : rule,
        CHANCE,
        `${name} rule`,
      );
      const target = one.strategy.reduce((sum, { type, strike, quantity, price }) => {
        const value = type === "CE" ? Math.max(spot + 40 - strike, 0) : Math.max(strike - spot - 40, 0);
        return sum + quantity * (value - price);
      }, 0);
      near(got.atTarget[row]!, target * LOT, 1e-6, `${name} at target`);
    }
    // Ranks: every place holds a candidate whose PoP is that of the plain list's place.
    for (const [row, one] of ranked(plain, ({ pop }) => pop).entries())
      near(got.pop[row]!, one.pop, CHANCE, `place ${row}`);
    const seen = new Set(Array.from({ length: got.rows }, (_, row) => nameAt(got, row)));
    expect(seen.size).toBe(plain.length);
  });

  test("19,700 candidates at most; the default limits give 287", async () => {
    const market = marketAt(800);
    const everyPrice = (side: AnalyzerMarket["call"]) => ({ ...side, price: side.price.map((price) => price || 1) });
    const whole = { ...market, call: everyPrice(market.call), put: everyPrice(market.put) };
    expect((await job.run(question(whole), run)).made).toBe(19_700);
    const { spotRound: round } = market.frame;
    const few = await job.run(question(whole, { limits: { from: round - STEP, to: round + STEP } }), run);
    expect(few.made).toBe(287);
  });

  test("filters, sorting by ratios, and names", async () => {
    const market = marketAt(800);
    const all = await job.run(question(market), run);
    const filtered = await job.run(question(market, { filters: { pop: 60, maxLoss: 3000, reward: 0.2 } }), run);
    const passes = (row: number): boolean =>
      all.pop[row]! >= 60 && -all.maxLoss[row]! <= 3000 && all.reward[row]! >= 0.2;
    const wanted = [...all.pop.keys()].filter(passes).map((row) => nameAt(all, row));
    expect(Array.from({ length: filtered.rows }, (_, row) => nameAt(filtered, row))).toEqual(wanted);
    expect(wanted.length).toBeGreaterThan(10);
    const byReward = await job.run(question(market, { sort: { by: "reward", descending: true } }), run);
    const isRemote = (row: number): boolean => STRATEGY_KINDS[byReward.kind[row]!]!.name === "Put Ratio BackSpread";
    const first = [...byReward.reward.keys()].findIndex(isRemote);
    const groups = [byReward.reward.subarray(0, first), byReward.reward.subarray(first)];
    for (const group of groups)
      expect([...group].every((value, i, each) => value > 0 && value <= (each[i - 1] ?? 1e9))).toBe(true);
    expect([...byReward.kind.keys()].slice(first).every(isRemote)).toBe(true);
    expect(groups.every(({ length }) => length > 0)).toBe(true);
    expect(byReward.rows).toBe([...all.reward].filter((value) => value > 0 && Number.isFinite(value)).length);
    const byRisk = await job.run(question(market, { sort: { by: "perRisk", descending: true } }), run);
    expect(byRisk.perRisk[0]).toBe(Math.max(...byRisk.perRisk));
    expect(byRisk.perRisk[0]).toBeCloseTo(byRisk.atTarget[0]! / -byRisk.maxLoss[0]!, 12);
    const named = await job.run(question(market, { names: wanted.slice(0, 2) }), run);
    expect(Array.from({ length: named.rows }, (_, row) => nameAt(named, row))).toEqual(wanted.slice(0, 2));
  });

  test("a report that throws ends the work", async () => {
    const progress = () => Promise.reject(new JobCancelled());
    await expect(job.run(question(marketAt(800)), { kernel, progress })).rejects.toThrow(JobCancelled);
  });
});
