import { describe, expect, it } from "vitest";
import { canUpgrade, daysTone, expiryText, pendingLines, upgradedDays, utcDay } from "./facts.ts";

describe("the account page", () => {
  it("writes dates in UTC", () => {
    expect(utcDay("2025-03-05T20:00:00Z")).toBe("5 - Mar - 2025");
    expect(utcDay("2025-12-31T23:59:59.999Z")).toBe("31 - Dec - 2025");
    expect(utcDay(null)).toBe("Nil");
    expect(utcDay("soon")).toBe("Nil");
  });

  it("has no expiry without a subscription", () => {
    expect(expiryText({ subscribed: false, validity: "2025-03-05T20:00:00Z" })).toBe("Nil");
    expect(expiryText({ subscribed: true, validity: "2025-03-05T20:00:00Z" })).toBe("5 - Mar - 2025");
  });

  it.each([
    [3, undefined],
    [2, "orange"],
    [1, "red"],
    [0, "red"],
    ["Nil", undefined],
  ] as const)("colours %s days left %s", (days, tone) => expect(daysTone(days)).toBe(tone));

  it("says what is next in line", () => {
    expect(pendingLines({ live: 30, oneMin: 0 })).toEqual(["Subscription next in line : live - 30 days"]);
    expect(pendingLines({ live: 1, oneMin: 7 })).toEqual([
      "Subscription next in line : live - 1 day",
      "Subscription next in line : 1min - 7 days",
    ]);
    expect(pendingLines({ live: 0, oneMin: 0 })).toEqual([]);
  });

  it("offers the upgrade to subscribers of 1min with two days or more", () => {
    const user = { subscribed: true, plan: "1min" } as const;
    expect(canUpgrade(user, 2)).toBe(true);
    expect(canUpgrade(user, 1)).toBe(false);
    expect(canUpgrade(user, "Nil")).toBe(false);
    expect(canUpgrade({ ...user, plan: "live" }, 20)).toBe(false);
    expect(canUpgrade({ ...user, subscribed: false }, 20)).toBe(false);
    expect(upgradedDays(11, 3)).toBe(8);
  });
});
