import { expect, it } from "vitest";
import { NO_SHIFT } from "#contract/domain/strategy/valuation.ts";
import { isoDate } from "#contract/domain/units.ts";
import { whatIfTitle } from "./what-if-title.ts";
import { spanOf, targetText } from "./what-if-words.ts";

const leg = (expiry: string, isExpired: boolean) => ({ expiry: isoDate(expiry), isExpired });
const stateOf = (legs: readonly ReturnType<typeof leg>[]) =>
  ({
    context: { symbol: "NIFTY" },
    snapshot: { date: isoDate("2026-08-18"), minute: 600, valuation: { legs, days: { now: 7, target: 7 } } },
  }) as never;

it("the way to the nearest expiry passes over those that are over", () => {
  const span = spanOf(stateOf([leg("2026-08-11", true), leg("2026-09-01", false), leg("2026-08-25", false)]));
  expect(span).toMatchObject({ expiry: "2026-08-25", daysNow: 7 });
  expect(span && [7, 0].map((left) => targetText(span, left))).toEqual(["now", "25 Aug 15:40"]);
  expect(spanOf(stateOf([leg("2026-08-11", true)]))).toBeUndefined();
});

it("the title counts what is changed", () => {
  expect(whatIfTitle(NO_SHIFT)).toBe("What-if");
  const iv = { all: 0, byExpiry: { "2026-08-25": 0.02, "2026-09-01": 0 } };
  expect(whatIfTitle({ spot: 24_000, iv })).toBe("What-if · 2 changed");
});
