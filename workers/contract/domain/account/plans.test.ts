import { describe, expect, it } from "vitest";
import {
  BROKER_TRIAL_DAYS,
  DEFAULT_PLAN,
  PAYMENT_COOLDOWN_SECONDS,
  PLAN_NAMES,
  PLANS,
  planNamed,
  TRIAL,
} from "./plans.ts";

describe("the price list", () => {
  it.each([
    ["monthly", "Standard", 1, 0, undefined, 999, 1179, 30],
    ["quarterly", "Standard", 3, 3, 2997, 2907, 3430, 90],
    ["halfyearly", "Premium", 6, 5, 5994, 5694, 6719, 180],
    ["annualy", "Premium", 12, 10, 11_988, 10_789, 12_731, 365],
  ])("%s", (name, card, durationInMonths, offerPercentage, original, price, gstIncludedPrice, durationInDays) => {
    expect(planNamed(name)).toEqual({
      name,
      card,
      ...(original === undefined ? {} : { originalPrice: original }),
      price,
      gstIncludedPrice,
      durationInDays,
      offerPercentage,
      durationInMonths,
    });
  });

  it("follows the rule: 999 a month, less the discount, plus 18 %, each rounded", () => {
    for (const { durationInMonths, offerPercentage, price, gstIncludedPrice } of PLANS) {
      expect(price).toBe(Math.round(999 * durationInMonths * (1 - offerPercentage / 100)));
      expect(gstIncludedPrice).toBe(Math.round(price * 1.18));
    }
  });

  it("an undiscounted plan has no original price at all", () => {
    expect(Object.keys(planNamed("monthly") ?? {})).not.toContain("originalPrice");
  });

  it("lists every name once, and the default is one of them", () => {
    expect(PLANS.map(({ name }) => name)).toEqual(PLAN_NAMES);
    expect(DEFAULT_PLAN).toBe("annualy");
    expect(planNamed("weekly")).toBeUndefined();
  });

  it("knows the trials", () => {
    expect(TRIAL).toEqual({ name: "weekly", price: 299, gstIncludedPrice: 353, durationInDays: 7 });
    expect(BROKER_TRIAL_DAYS).toBe(14);
    expect(PAYMENT_COOLDOWN_SECONDS).toBe(60);
  });
});
