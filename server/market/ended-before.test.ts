import { expect, test } from "vitest";
import type { ExchangeTime } from "#contract/domain/clock.ts";
import { isoDate } from "#contract/domain/units.ts";
import { endedBeforeOf } from "./ended-before.ts";

test.each<[ExchangeTime["source"], number, string]>([
  ["none", 0, "2026-08-19"],
  ["kite", 0, "2026-08-19"],
  ["kite", 1, "2026-08-18"],
  // What follows a recorded day has not happened yet, and it may run again.
  ["recorded", 0, "2026-08-18"],
  ["recorded", 1, "2026-08-18"],
  ["sim", 1, "2026-08-18"],
])("the clock of %s at rate %d: days before %s have ended", (source, rate, before) => {
  expect(endedBeforeOf({ source, date: isoDate("2026-08-18"), minute: 1439, rate, wall: 0 })).toBe(before);
});
