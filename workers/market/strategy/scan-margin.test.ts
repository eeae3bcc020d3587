import { describe, expect, it } from "vitest";
import { type ScannedLeg, scanMargin } from "./scan-margin.ts";

const MARKET = { symbol: "NIFTY", spot: 24_000, previousClose: 24_000 };
const GAINS = [900, -100];
const leg = (over: Partial<ScannedLeg>): ScannedLeg => ({
  type: "CE",
  expiry: "2026-08-25",
  lots: -1,
  lotSize: 65,
  quantity: -65,
  strike: 24_000,
  price: 100,
  base: 900,
  delta: 0.5,
  daysLeft: 7,
  gains: GAINS,
  ...over,
});
/** 2 % of a lot's value. */
const EXPOSURE = 24_000 * 65 * 0.02;

describe("the scan margin", () => {
  it("is the worst scenario and the exposure of what is sold", () => {
    expect(scanMargin([leg({})], MARKET)).toBe(900 + EXPOSURE);
    expect(scanMargin([leg({ lots: -2, quantity: -130 })], MARKET)).toBe(2 * (900 + EXPOSURE));
  });

  it("lets legs offset each other in each scenario", () => {
    const bought = leg({ strike: 24_100, lots: 1, quantity: 65, price: 60, gains: [700, -50] });
    expect(scanMargin([leg({}), bought], MARKET)).toBe(200 + EXPOSURE);
  });

  it("asks nothing for what is paid for", () => {
    expect(scanMargin([leg({ lots: 1, quantity: 65 })], MARKET)).toBe(0);
    expect(scanMargin([], MARKET)).toBe(0);
  });

  it("knows no offset on the day of an expiry with a leg of another one", () => {
    const ending = leg({ daysLeft: 0 });
    const later = leg({ expiry: "2026-09-29", lots: 1, quantity: 65, gains: [1000, -150], price: 0 });
    const exposure = 24_000 * 65 * 0.04;
    expect(scanMargin([ending, later], MARKET)).toBe(900 + 150 + exposure);
  });

  it("is not known where a contract is not", () => {
    expect(scanMargin([leg({ gains: undefined })], MARKET)).toBeNaN();
  });
});
