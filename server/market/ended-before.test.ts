import { expect, test } from "vitest";
import type { ExchangeTime } from "#contract/domain/clock.ts";
import { isoDate } from "#contract/domain/units.ts";
import { endedBeforeOf } from "./ended-before.ts";

const EVENING = 20 * 60;

test.each<[ExchangeTime["source"], number, string]>([
  ["none", 0, "2026-08-19"],
  ["kite", 0, "2026-08-19"],
  ["kite", 1, "2026-08-19"],
  // What follows a recorded day has not happened yet, and it may run again.
  ["recorded", 0, "2026-08-18"],
  ["recorded", 1, "2026-08-18"],
  ["sim", 1, "2026-08-18"],
])("the clock of %s at rate %d in the evening: days before %s have ended", (source, rate, before) => {
  expect(endedBeforeOf({ source, date: isoDate("2026-08-18"), minute: EVENING, rate, wall: 0 })).toBe(before);
});

test.each<[string, number, boolean, string]>([
  ["2026-08-18", 16 * 60, false, "the equity session is over, currency trades on"],
  ["2026-08-18", 17 * 60 + 0.5, false, "its last minute has begun"],
  ["2026-08-18", 17 * 60 + 1, true, "currency has closed"],
  ["2026-02-01", 15 * 60 + 31, true, "a Sunday with a session of equity alone"],
  ["2026-11-08", 17 * 60 + 1, false, "a Muhurat session of the evening has not begun"],
])("Kite's %s at minute %d has ended: %s (%s)", (day, minute, hasEnded) => {
  const date = isoDate(day);
  expect(endedBeforeOf({ source: "kite", date, minute, rate: 1, wall: 0 }) > date).toBe(hasEnded);
});
