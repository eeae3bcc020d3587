import { describe, expect, it } from "vitest";
import { estimateMargin, futureExposure, hedgeCharge, optionExposure } from "./margin.ts";
import type { MarginLeg } from "./margin-legs.ts";
import { estimateOlderMargin } from "./margin-older.ts";

const UNLIMITED = Number.NEGATIVE_INFINITY;
const market = (symbol: string, spot = 20_000, previousClose = spot) => ({ symbol, spot, previousClose });
const leg = (type: "CE" | "PE" | "FUT", lots: number, rest: Partial<MarginLeg> = {}): MarginLeg => ({
  type,
  expiry: "2026-08-27",
  lots,
  lotSize: 50,
  strike: 20_000,
  price: 20_100,
  base: 0,
  delta: 0.5,
  daysLeft: 5,
  ...rest,
});
const total = (legs: readonly MarginLeg[], symbol = "NIFTY", maxLoss = UNLIMITED, spot = 20_000) =>
  estimateMargin(legs, market(symbol, spot), maxLoss).total;

describe("exposure of an option sold", () => {
  it.each(["NIFTY", "BANKNIFTY", "FINNIFTY", "SENSEX", "BANKEX"])("%s: 2 %% of spot x lot size", (symbol) => {
    expect(optionExposure(leg("CE", -1), market(symbol))).toBeCloseTo(20_000, 6);
  });

  it.each([
    ["CE", 22_001, 30_000],
    ["CE", 22_000, 20_000],
    ["CE", 17_000, 20_000],
    ["PE", 17_999, 30_000],
    ["PE", 18_000, 20_000],
    ["PE", 23_000, 20_000],
  ] as const)("an index %s of %d: %d, by the previous close", (type, strike, exposure) => {
    expect(optionExposure(leg(type, -1, { strike }), market("NIFTY"))).toBeCloseTo(exposure, 6);
    // the spot of today only gives the value
    expect(optionExposure(leg(type, -1, { strike }), { ...market("NIFTY", 21_000, 20_000) })).toBeCloseTo(
      exposure * 1.05,
      6,
    );
  });

  it("2 % more on the expiry day, for indexes", () => {
    expect(optionExposure(leg("CE", -1, { daysLeft: 0 }), market("NIFTY"))).toBeCloseTo(40_000, 6);
    expect(optionExposure(leg("CE", -1, { daysLeft: 0, strike: 23_000 }), market("NIFTY"))).toBeCloseTo(50_000, 6);
    expect(optionExposure(leg("CE", -1, { daysLeft: 0 }), market("RELIANCE"))).toBeCloseTo(35_000, 6);
  });

  it("USDINR 0.75 % of 1,000 x spot, others 3.5 %", () => {
    expect(optionExposure(leg("CE", -1, { lotSize: 1, strike: 83 }), market("USDINR", 83))).toBeCloseTo(622.5, 9);
    expect(optionExposure(leg("PE", -1), market("RELIANCE"))).toBeCloseTo(35_000, 6);
    expect(optionExposure(leg("PE", -1), market("MIDCPNIFTY"))).toBeCloseTo(35_000, 6);
  });
});

describe("futures", () => {
  it("price x lot size x 2 %, USDINR 500 %", () => {
    expect(futureExposure(leg("FUT", 1), "NIFTY")).toBeCloseTo(20_100, 6);
    expect(futureExposure(leg("FUT", 1, { price: 83.5, lotSize: 1 }), "USDINR")).toBeCloseTo(417.5, 9);
    expect(total([leg("FUT", 2)])).toBe(40_200);
    expect(total([leg("FUT", -2)])).toBe(40_200);
    expect(total([leg("FUT", 2, { base: 90_000 })])).toBe(220_200);
  });

  it("of a calendar spread each side is a third, plus the spread charge; what is left over counts in full", () => {
    const near = leg("FUT", -1, { price: 20_100, base: 90_000, delta: 1 });
    const far = leg("FUT", 1, { price: 20_250, base: 90_000, delta: 1, expiry: "2026-09-24" });
    const charge = 20_000 * 0.0875 * 50;
    expect(total([near, far])).toBe(6700 + 6750 + charge);
    expect(total([near, { ...far, lots: 3 }])).toBe(6700 + 6750 + charge + 2 * (90_000 + 20_250));
    expect(total([near, { ...far, expiry: near.expiry }])).toBe(0); // one position, closed
  });
});

describe("hedge charge", () => {
  it("is 8.75 % of spot x delta, 5.25 % for BANKNIFTY", () => {
    expect(hedgeCharge(market("NIFTY"), 50, 0.5)).toBeCloseTo(20_000 * 0.5 * 0.0875 * 50, 6);
    expect(hedgeCharge(market("BANKNIFTY"), 50, -0.5)).toBeCloseTo(20_000 * 0.5 * 0.0525 * 50, 6);
    expect(hedgeCharge(market("USDINR", 83), 2, 1)).toBeCloseTo(83 * 0.0875 * 2000, 9);
  });

  it("falls on options bought in one expiry and sold in another, at the delta sold", () => {
    const calendar = [leg("CE", -1, { delta: 0.48 }), leg("CE", 1, { expiry: "2026-09-24", delta: 0.55 })];
    expect(estimateMargin(calendar, market("NIFTY"), -5000).hedge).toBeCloseTo(20_000 * 0.48 * 0.0875 * 50, 6);
    const vertical = [leg("CE", -1), leg("CE", 1, { strike: 20_200 })];
    expect(estimateMargin(vertical, market("NIFTY"), -5000).hedge).toBe(0);
    const twoTypes = [leg("CE", -1), leg("PE", 1, { expiry: "2026-09-24" })];
    expect(estimateMargin(twoTypes, market("NIFTY"), UNLIMITED).hedge).toBe(0);
  });
});

describe("the estimate", () => {
  it("takes the largest of call margin, put margin and loss, and adds the rest", () => {
    const strangle = [leg("CE", -2, { base: 80_000 }), leg("PE", -2, { base: 90_000 })];
    expect(estimateMargin(strangle, market("NIFTY"), UNLIMITED)).toMatchObject({
      calls: 160_000,
      puts: 180_000,
      exposure: 80_000,
      total: 260_000,
    });
    const spread = [leg("CE", -1, { base: 80_000 }), leg("CE", 1, { base: 75_000, strike: 20_200 })];
    expect(total(spread, "NIFTY", -6000)).toBe(6000 + 20_000);
    expect(total(spread, "NIFTY", -4000)).toBe(5000 + 20_000);
  });

  it("an option bought costs what it may lose; unlimited loss and profit do not count", () => {
    const bought = [leg("CE", 1, { base: 80_000 })];
    expect(total(bought, "NIFTY", -7500)).toBe(7500);
    expect(total(bought, "NIFTY", 100)).toBe(0);
    expect(total([leg("CE", -1)], "NIFTY", UNLIMITED)).toBe(20_000);
    expect(total([])).toBe(0);
  });

  it("is rounded up, but not for what doubles leave over", () => {
    expect(total([leg("CE", -1, { lotSize: 1 })], "NIFTY", UNLIMITED, 20_000.1)).toBe(401);
    expect(total([leg("CE", -3, { lotSize: 15 })], "NIFTY", UNLIMITED, 52_130)).toBe(46_917);
  });
});

describe("the older estimate", () => {
  const legs = [leg("CE", -1, { base: 80_000, daysLeft: 0 }), leg("PE", -2, { base: 30_000, strike: 17_000 })];

  it.each([
    ["NIFTY", 80_000 + 20_000 + 60_000],
    ["BANKNIFTY", 80_000 + 20_000 + 60_000],
    ["FINNIFTY", 80_000 + 20_000 + 60_000],
    ["SENSEX", 80_000],
    ["RELIANCE", 80_000],
  ])("%s: %d, without an addition on the expiry day", (symbol, wanted) => {
    expect(estimateOlderMargin(legs, market(symbol))).toBe(wanted);
  });

  it("does not fall below 0 for what is bought, and is rounded up", () => {
    expect(estimateOlderMargin([leg("CE", 1, { base: 80_000 })], market("NIFTY"))).toBe(0);
    expect(estimateOlderMargin([leg("PE", -1, { lotSize: 1, base: 0.5 })], market("NIFTY"))).toBe(401);
    expect(estimateOlderMargin([], market("NIFTY"))).toBe(0);
  });
});
