import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadQuantModule } from "../../assembly/load.mjs";
import { createKernel } from "./kernel.ts";
import type { PayoffLeg, PayoffMoment } from "./payoff-legs.ts";
import { payoffProfile } from "./payoff-profile.ts";
import { strategyGreeks } from "./strategy-greeks.ts";
import { plainPayoff } from "./testing/plain-payoff.ts";

const kernel = createKernel(loadQuantModule());
const WEEK = 7 / 365;
const MONTH = 34 / 365;
const EXPIRY: PayoffMoment = { model: "spot", rate: 0.1, elapsed: WEEK };
const NOW: PayoffMoment = { ...EXPIRY, elapsed: 0 };
const UNLIMITED = Number.POSITIVE_INFINITY;

const leg = (
  type: "CE" | "PE" | "FUT",
  quantity: number,
  strike: number,
  entry: number,
  years = WEEK,
  iv = 0.13,
): PayoffLeg => ({ type, quantity, strike, entry, years, iv, carry: 0 });
const profile = (legs: readonly PayoffLeg[], at = EXPIRY) => payoffProfile(kernel, legs, at);

describe("break-evens and extremes on expiry", () => {
  it.each([
    ["long call", [leg("CE", 50, 24_500, 200)], [24_700], UNLIMITED, -10_000],
    ["short call", [leg("CE", -50, 24_500, 200)], [24_700], 10_000, -UNLIMITED],
    ["long put: the far side ends at spot 0", [leg("PE", 1, 24_500, 200)], [24_300], 24_300, -200],
    ["short put", [leg("PE", -1, 24_500, 200)], [24_300], 200, -24_300],
    ["long future", [leg("FUT", 75, 0, 24_500)], [24_500], UNLIMITED, -75 * 24_500],
    ["bull call spread", [leg("CE", 1, 24_400, 300), leg("CE", -1, 24_600, 180)], [24_520], 80, -120],
    ["bear put spread", [leg("PE", 1, 24_600, 300), leg("PE", -1, 24_400, 180)], [24_480], 80, -120],
    ["short strangle", [leg("PE", -1, 24_300, 90), leg("CE", -1, 24_700, 110)], [24_100, 24_900], 200, -UNLIMITED],
    [
      "call backspread with a credit",
      [leg("CE", -1, 24_400, 300), leg("CE", 2, 24_600, 120)],
      [24_460, 24_740],
      UNLIMITED,
      -140,
    ],
    [
      "butterfly",
      [leg("CE", 1, 24_400, 300), leg("CE", -2, 24_500, 230), leg("CE", 1, 24_600, 180)],
      [24_420, 24_580],
      80,
      -20,
    ],
    [
      "iron condor",
      [leg("PE", 1, 24_000, 40), leg("PE", -1, 24_200, 80), leg("CE", -1, 24_800, 90), leg("CE", 1, 25_000, 50)],
      [24_120, 24_880],
      80,
      -120,
    ],
    ["covered call", [leg("FUT", 1, 0, 24_550), leg("CE", -1, 24_600, 150)], [24_400], 200, -24_400],
    [
      "a long call and a short put: the forward",
      [leg("CE", 1, 24_500, 200), leg("PE", -1, 24_500, 180)],
      [24_520],
      UNLIMITED,
      -24_520,
    ],
    ["nothing", [], [], 0, 0],
    ["a spread for more than it can pay", [leg("CE", 1, 24_400, 300), leg("CE", -1, 24_500, 180)], [], -20, -120],
    [
      "a spread that costs nothing: the edge of its zeros",
      [leg("CE", 1, 24_400, 0), leg("CE", -1, 24_500, 0)],
      [24_400],
      100,
      0,
    ],
    ["two legs that cancel", [leg("CE", 1, 24_500, 100), leg("CE", -1, 24_500, 100)], [], 0, 0],
    [
      "a butterfly that just touches 0",
      [leg("CE", 1, 24_400, 300), leg("CE", -2, 24_500, 200), leg("CE", 1, 24_600, 200)],
      [24_500],
      0,
      -100,
    ],
  ] as const)("%s", (_name, legs, breakEvens, maxProfit, maxLoss) => {
    const got = profile(legs);
    expect(got.breakEvens).toHaveLength(breakEvens.length);
    for (let i = 0; i < breakEvens.length; i++) expect(got.breakEvens[i]).toBeCloseTo(breakEvens[i]!, 8);
    expect(got.maxProfit).toBeCloseTo(maxProfit, 8);
    expect(got.maxLoss).toBeCloseTo(maxLoss, 8);
  });

  it("a leg that makes no sense makes no figures", () => {
    expect(profile([leg("CE", 1, 24_500, Number.NaN)])).toEqual({
      breakEvens: [],
      maxProfit: Number.NaN,
      maxLoss: Number.NaN,
    });
  });

  it("random straight payoffs: every break-even is a zero, no point beats the extremes, no zero is missed", () => {
    const anyLeg = fc
      .tuple(
        fc.constantFrom("CE" as const, "PE" as const, "FUT" as const),
        fc.integer({ min: -3, max: 3 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 4000 }),
      )
      .map(([type, quantity, strike, entry]) => leg(type, quantity, strike * 100, entry / 20 + 0.013));
    fc.assert(
      fc.property(fc.array(anyLeg, { minLength: 1, maxLength: 7 }), (legs) => {
        const { breakEvens, maxProfit, maxLoss } = profile(legs);
        const at = (spot: number) => plainPayoff(legs, EXPIRY, spot);
        for (const spot of breakEvens) expect(Math.abs(at(spot))).toBeLessThan(1e-6);
        let before = at(0);
        let crossings = 0;
        let top = before;
        let bottom = before;
        for (let spot = 0.5; spot < 12_000; spot += 10) {
          const value = at(spot);
          top = Math.max(top, value);
          bottom = Math.min(bottom, value);
          if (value * before < 0) crossings++;
          if (value !== 0) before = value;
        }
        expect(top).toBeLessThanOrEqual(maxProfit + 1e-6);
        expect(bottom).toBeGreaterThanOrEqual(maxLoss - 1e-6);
        expect(breakEvens.filter((spot) => spot < 11_990).length).toBeGreaterThanOrEqual(crossings);
      }),
      { numRuns: 300 },
    );
  });
});

describe("break-evens and extremes of curved payoffs", () => {
  const calendar = [leg("CE", -1, 24_500, 200), leg("CE", 1, 24_500, 480, MONTH)];

  it("a calendar on the near expiry: two roots, the top at the kink, the loss bounded by the debit", () => {
    const { breakEvens, maxProfit, maxLoss } = profile(calendar);
    expect(breakEvens).toHaveLength(2);
    for (const spot of breakEvens) expect(Math.abs(plainPayoff(calendar, EXPIRY, spot))).toBeLessThan(1e-8);
    expect(breakEvens[0]).toBeLessThan(24_500);
    expect(breakEvens[1]).toBeGreaterThan(24_500);
    expect(maxProfit).toBeCloseTo(plainPayoff(calendar, EXPIRY, 24_500), 9);
    expect(maxLoss).toBe(-280);
  });

  it("three butterflies, an hour before the expiry: six roots, no top stepped over", () => {
    const at = { ...NOW, elapsed: WEEK - 1 / (365 * 24) };
    const legs = [24_200, 24_500, 24_800].flatMap((body) => [
      leg("CE", 1, body - 100, 10),
      leg("CE", -2, body, 0),
      leg("CE", 1, body + 100, 0),
    ]);
    const { breakEvens, maxProfit, maxLoss } = profile(legs, at);
    const pnl = (spot: number) => plainPayoff(legs, at, spot);
    expect(breakEvens).toHaveLength(6);
    for (const spot of breakEvens) expect(Math.abs(pnl(spot))).toBeLessThan(1e-8);
    expect(maxProfit).toBeGreaterThanOrEqual(Math.max(...[-1, -0.5, 0, 0.5, 1].map((near) => pnl(24_500 + near))));
    expect(maxProfit).toBeLessThan(70);
    expect(maxLoss).toBeCloseTo(-30, 6);
  });

  it("random strategies at any moment: zeros and extremes as a fine grid sees them", () => {
    const anyLeg = fc
      .tuple(
        fc.constantFrom("CE" as const, "PE" as const),
        fc.constantFrom(-2, -1, 1, 2),
        fc.integer({ min: 236, max: 254 }),
        fc.constantFrom(WEEK, MONTH),
        fc.double({ min: 0.08, max: 0.3, noNaN: true }),
      )
      .map(([type, quantity, strike, years, iv]) => leg(type, quantity, strike * 100, 180.013, years, iv));
    const share = fc.constantFrom(0, 0.5, 0.97, 1);
    fc.assert(
      fc.property(fc.array(anyLeg, { minLength: 1, maxLength: 6 }), share, (legs, part) => {
        const at = { ...NOW, elapsed: part * WEEK };
        const { breakEvens, maxProfit, maxLoss } = profile(legs, at);
        const spots = Float64Array.from({ length: 4000 }, (_, i) => 18_000 + 3 * i);
        const values = new Float64Array(spots.length);
        kernel.payoff(legs, at, spots, spots.length, values);
        fc.pre(values.every((value) => Math.abs(value) > 1e-5)); // legs that cancel leave nothing but rounding
        for (const spot of breakEvens) expect(Math.abs(plainPayoff(legs, at, spot))).toBeLessThan(1e-6);
        const crossings = values.filter((value, i) => i > 0 && value * values[i - 1]! < 0).length;
        expect(breakEvens.filter((spot) => spot >= 18_000 && spot <= 29_997).length).toBe(crossings);
        expect(Math.max(...values)).toBeLessThanOrEqual(maxProfit + 1e-6);
        expect(Math.min(...values)).toBeGreaterThanOrEqual(maxLoss - 1e-6);
      }),
      { numRuns: 300 },
    );
  });
});

describe("greeks of a strategy", () => {
  const spot = 24_512;
  const strategy = [
    leg("CE", -65, 24_600, 120),
    leg("PE", -65, 24_400, 110, WEEK, 0.14),
    leg("CE", 130, 25_000, 220, MONTH),
    { ...leg("FUT", 65, 0, 24_550, MONTH), carry: 0.06 },
  ];

  it.each(["spot", "usdinr", "forward"] as const)("are the derivatives of the payoff: %s", (model) => {
    const at: PayoffMoment = { model, rate: 0.08, elapsed: 1 / 365 };
    const legs = strategy.map((one) => ({ ...one, carry: 0.05 }));
    const got = strategyGreeks(kernel, legs, at, spot);
    const pnl = (s: number, elapsed = at.elapsed) => plainPayoff(legs, { ...at, elapsed }, s);
    const options = legs.filter(({ type }) => type !== "FUT");
    const paid = options.reduce((sum, { quantity, entry }) => sum + quantity * entry, 0);
    expect(got.value).toBeCloseTo(pnl(spot) + paid, 6);
    expect(got.delta).toBeCloseTo((pnl(spot + 0.5) - pnl(spot - 0.5)) / 1, 4);
    expect(got.gamma).toBeCloseTo(pnl(spot + 1) - 2 * pnl(spot) + pnl(spot - 1), 4);
    const dt = 1e-6;
    expect(got.theta / ((pnl(spot, at.elapsed + dt) - pnl(spot, at.elapsed - dt)) / (2 * dt))).toBeCloseTo(1, 6);
    const higher = legs.map((one) => ({ ...one, iv: one.iv + 1e-4 }));
    const lower = legs.map((one) => ({ ...one, iv: one.iv - 1e-4 }));
    const vega = (plainPayoff(higher, at, spot) - plainPayoff(lower, at, spot)) / 2e-4;
    expect(got.vega / vega).toBeCloseTo(1, 6);
  });

  it("a leg without IV counts with its intrinsic value", () => {
    const got = strategyGreeks(kernel, [leg("PE", 2, 25_000, 0, 0), leg("CE", 1, 25_000, 0, 0)], NOW, spot);
    expect(got).toEqual({ value: 976, delta: -2, gamma: 0, theta: 0, vega: 0 });
    expect(strategyGreeks(kernel, [], NOW, spot).value).toBe(0);
  });
});
