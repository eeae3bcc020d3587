import { array, assert, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "#contract/domain/reference/calendar.ts";
import {
  isPremium,
  isSubscribed,
  NOTHING_WAITS,
  type Subscription,
  subscribedUntil,
  subscriptionAt,
  upgraded,
  withDays,
} from "./subscription.ts";

const NOW = Date.UTC(2026, 6, 27, 6, 45);
const NONE: Subscription = { plan: null, planPaid: false, validUntil: null, ...NOTHING_WAITS };
const at = (days: number): Date => new Date(NOW + days * DAY_MS);
const active = (plan: "1min" | "live", days: number, more: Partial<Subscription> = {}): Subscription => ({
  ...NONE,
  plan,
  planPaid: true,
  validUntil: at(days),
  ...more,
});

describe("days of a plan", () => {
  test("begin now where no plan is active, even where one ended long ago", () => {
    const begun = withDays(NONE, { plan: "live", days: 30, paid: true }, NOW);
    expect(begun).toEqual(active("live", 30));
    expect(withDays(active("1min", -10), { plan: "live", days: 7, paid: false }, NOW)).toEqual(
      active("live", 7, { planPaid: false }),
    );
  });

  test("lengthen the same plan, and wait behind another one", () => {
    expect(withDays(active("live", 3), { plan: "live", days: 30, paid: true }, NOW)).toEqual(active("live", 33));
    expect(withDays(active("1min", 3), { plan: "live", days: 30, paid: true }, NOW)).toEqual(
      active("1min", 3, { pendingLiveDays: 30, pendingLivePaid: true }),
    );
    expect(withDays(active("live", 3), { plan: "1min", days: 90, paid: true }, NOW)).toEqual(
      active("live", 3, { pendingOneMinDays: 90 }),
    );
  });

  test("that wait run from the moment the plan before them ended", () => {
    const queued = active("1min", -2, { pendingLiveDays: 5, pendingLivePaid: true, pendingOneMinDays: 4 });
    expect(subscriptionAt(queued, NOW)).toEqual(active("live", 3, { pendingOneMinDays: 4 }));
    expect(subscriptionAt(queued, at(4).getTime())).toEqual(active("1min", 7));
    expect(isSubscribed(queued, at(7).getTime() - 1)).toBe(true);
    expect(isSubscribed(queued, at(7).getTime())).toBe(false);
    expect(subscribedUntil(queued, NOW)).toBe(at(3).getTime());
  });

  test("of a trial alone are not premium; a paid plan makes them so, and a trial takes nothing away", () => {
    const trial = withDays(NONE, { plan: "live", days: 7, paid: false }, NOW);
    expect([isSubscribed(trial, NOW), isPremium(trial, NOW)]).toEqual([true, false]);
    const paid = withDays(trial, { plan: "live", days: 30, paid: true }, NOW);
    expect(isPremium(paid, NOW)).toBe(true);
    expect(isPremium(withDays(paid, { plan: "live", days: 14, paid: false }, NOW), NOW)).toBe(true);
    expect(isPremium(active("live", 0), NOW)).toBe(false);
  });

  test("of a trial that waited are not premium when they begin, unless paid ones wait with them", () => {
    const waits = withDays(active("1min", 3), { plan: "live", days: 14, paid: false }, NOW);
    expect(isPremium(waits, NOW)).toBe(true);
    const begun = at(5).getTime();
    expect([isSubscribed(waits, begun), isPremium(waits, begun)]).toEqual([true, false]);
    expect(isPremium(withDays(waits, { plan: "live", days: 30, paid: true }, NOW), begun)).toBe(true);
  });

  test("that have begun leave nothing of what they were to those that wait next, nor does an upgrade", () => {
    const begun = subscriptionAt(active("1min", -1, { pendingLiveDays: 5, pendingLivePaid: true }), NOW);
    expect(begun).toMatchObject({ planPaid: true, pendingLivePaid: false });
    const trial = withDays(active("1min", 10), { plan: "live", days: 14, paid: false }, NOW);
    expect(upgraded(trial, NOW)).toMatchObject({ planPaid: true, pendingLivePaid: false });
  });

  test("are never lost and never multiplied, in whatever order they come", () => {
    const given = record({
      plan: constantFrom("1min" as const, "live" as const),
      days: integer({ min: 1, max: 400 }),
      after: integer({ min: 0, max: 20 }),
    });
    assert(
      property(array(given, { minLength: 1, maxLength: 12 }), (gifts) => {
        let subscription: Subscription = NONE;
        let now = NOW;
        // Grants come before the subscription has ended, so the end is the start plus all days.
        let end = NOW;
        for (const { plan, days, after } of gifts) {
          now = Math.min(now + after * DAY_MS, Math.max(end - 1, now));
          subscription = withDays(subscription, { plan, days, paid: true }, now);
          end += days * DAY_MS;
        }
        expect(isSubscribed(subscription, end - 1)).toBe(true);
        expect(isSubscribed(subscription, end)).toBe(false);
      }),
    );
  });
});

describe("an upgrade", () => {
  test("turns 11 days of 1min and 3 waiting live days into 8 live days", () => {
    expect(
      upgraded(active("1min", 10.5, { pendingLiveDays: 3, pendingLivePaid: true, pendingOneMinDays: 9 }), NOW),
    ).toEqual(active("live", 8, { pendingOneMinDays: 9 }));
  });

  test.each([
    ["no subscription", NONE],
    ["one that is over", active("1min", -1)],
    ["live already", active("live", 20)],
    ["a day left", active("1min", 1)],
  ])("is nothing for %s", (_, subscription) => {
    expect(upgraded(subscription, NOW)).toBeUndefined();
  });

  test("needs two days left, where a begun one counts", () => {
    expect(upgraded(active("1min", 1.01), NOW)).toEqual(active("live", 1));
  });
});
