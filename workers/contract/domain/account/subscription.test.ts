import { expect, test } from "vitest";
import { DAY_MS } from "../reference/calendar.ts";
import { daysLeft } from "./subscription.ts";

const NOW = Date.UTC(2026, 6, 27, 6, 45);

test.each([
  [1.2, 2],
  [2, 2],
  [2 + 1 / DAY_MS, 3],
  [0, 0],
  [-5, 0],
])("valid for %d more days: %d days left", (days, left) => {
  expect(daysLeft(NOW + days * DAY_MS, NOW)).toBe(left);
});
