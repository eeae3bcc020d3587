import { describe, expect, it } from "vitest";
import { normalCdf } from "./black76.ts";
import {
  chanceAbove,
  chanceOfGain,
  type InMoneyCurve,
  type ProfitQuestion,
  probabilityOfProfit,
} from "./probability-of-profit.ts";

/** Strikes a hundred apart, calls 60 % in the money at 24,400 and ten less a strike; spot between two of them. */
const CURVE: InMoneyCurve = {
  strikes: [24_300, 24_400, 24_500, 24_600, 24_700],
  callInMoney: [70, 60, 50, 40, 30],
  putInMoney: [30, 40, 50, 60, 70],
  spot: 24_520,
};
const question = (
  breakEvens: readonly number[],
  netCredit: number,
  profitAt: (spot: number) => number,
  isFuturesOnly = false,
): ProfitQuestion => ({ breakEvens, netCredit, profitAt, isFuturesOnly });
const outside = (low: number, high: number) => (spot: number) => (spot < low || spot > high ? 1 : -1);
const inside = (low: number, high: number) => (spot: number) => -outside(low, high)(spot);

describe("probability of profit", () => {
  it("two break-evens on both sides of spot: a + b for a debit, 100 less that for a credit", () => {
    // P(below 24,350) = 35, P(above 24,650) = 35
    expect(probabilityOfProfit(question([24_350, 24_650], -200, outside(24_350, 24_650)), CURVE)).toBeCloseTo(70, 12);
    expect(probabilityOfProfit(question([24_350, 24_650], 200, inside(24_350, 24_650)), CURVE)).toBeCloseTo(30, 12);
    expect(probabilityOfProfit(question([24_350, 24_650], 0, inside(24_350, 24_650)), CURVE)).toBeCloseTo(30, 12);
  });

  it("two on one side: 100 - |a - b|", () => {
    // P(above 24,550) = 45, P(above 24,675) = 32.5
    expect(probabilityOfProfit(question([24_550, 24_675], -1, outside(24_550, 24_675)), CURVE)).toBeCloseTo(87.5, 12);
    // P(below 24,320) = 32, P(below 24,400) = 40
    expect(probabilityOfProfit(question([24_320, 24_400], 5, inside(24_320, 24_400)), CURVE)).toBeCloseTo(8, 12);
  });

  it("of a published long straddle: strike 23,900, spot 24,041.90, IV 10 %, six trading days", () => {
    const spot = 24_041.9;
    const vol = 0.1 * Math.sqrt(6 / 252);
    const strikes = Array.from({ length: 81 }, (_, i) => 22_000 + 50 * i);
    const callInMoney = strikes.map((strike) => 100 * normalCdf((Math.log(spot / strike) - vol ** 2 / 2) / vol));
    const putInMoney = callInMoney.map((percent) => 100 - percent);
    const straddle = question([23_599.6, 24_200.4], -300.4, outside(23_599.6, 24_200.4));
    expect(probabilityOfProfit(straddle, { strikes, callInMoney, putInMoney, spot })).toBeCloseTo(44.8, 1);
  });

  it("the two that the rule gets the wrong way round", () => {
    const fly = question([24_410, 24_590], -10, inside(24_410, 24_590));
    expect(probabilityOfProfit(fly, CURVE)).toBeCloseTo(41 + 41, 12);
    expect(chanceOfGain(fly, CURVE)).toBeCloseTo(18, 12);
    const backspread = question([24_460, 24_740], 60, outside(24_460, 24_740));
    expect(probabilityOfProfit(backspread, CURVE) + chanceOfGain(backspread, CURVE)).toBeCloseTo(100, 12);
  });

  it("one break-even: the side where the profit is, by the out-of-the-money option there", () => {
    const skewed = { ...CURVE, putInMoney: [20, 30, 40, 50, 60] };
    expect(
      probabilityOfProfit(
        question([24_650], -100, (spot) => spot - 24_650),
        skewed,
      ),
    ).toBeCloseTo(35, 12);
    expect(
      probabilityOfProfit(
        question([24_650], 100, (spot) => 24_650 - spot),
        skewed,
      ),
    ).toBeCloseTo(65, 12);
    expect(
      probabilityOfProfit(
        question([24_450], -100, (spot) => 24_450 - spot),
        skewed,
      ),
    ).toBeCloseTo(35, 12);
    expect(
      probabilityOfProfit(
        question([24_450], 100, (spot) => spot - 24_450),
        skewed,
      ),
    ).toBeCloseTo(65, 12);
  });

  it("more than two: the sum over the stretches with a profit", () => {
    const between = (spot: number) => ((spot > 24_350 && spot < 24_450) || spot > 24_600 ? 1 : -1);
    // 65 - 55, and 40
    expect(probabilityOfProfit(question([24_350, 24_450, 24_600], 1, between), CURVE)).toBeCloseTo(50, 12);
  });

  it("futures are 50, and no break-even is no answer", () => {
    expect(
      probabilityOfProfit(
        question([24_500], 0, (spot) => spot - 24_500, true),
        CURVE,
      ),
    ).toBe(50);
    expect(
      probabilityOfProfit(
        question([], 100, () => 1),
        CURVE,
      ),
    ).toBeNaN();
  });

  it("a strike without probability gives none to its neighbourhood", () => {
    const holed = { ...CURVE, callInMoney: [70, 60, 50, Number.NaN, 30] };
    expect(
      probabilityOfProfit(
        question([24_650], -1, (spot) => spot - 24_650),
        holed,
      ),
    ).toBeNaN();
    expect(
      probabilityOfProfit(
        question([24_450], -1, (spot) => spot - 24_450),
        holed,
      ),
    ).toBeCloseTo(55, 12);
    expect(probabilityOfProfit(question([24_350, 24_650], 1, inside(24_350, 24_650)), holed)).toBeNaN();
    const gainAtTheEnds = question([24_350, 24_650], -1, outside(24_350, 24_650));
    expect(chanceOfGain(gainAtTheEnds, holed)).toBeNaN();
  });

  it("beyond the strikes the last probability holds, and without strikes there is none", () => {
    expect(chanceAbove(30_000, CURVE)).toBe(30);
    expect(chanceAbove(10_000, CURVE)).toBe(70);
    expect(chanceAbove(24_500, CURVE)).toBe(50);
    expect(chanceAbove(24_500, { ...CURVE, strikes: [] })).toBeNaN();
  });
});
