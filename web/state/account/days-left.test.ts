import { expect, it } from "vitest";
import { daysLeft } from "./days-left.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const inDays = (days: number) => ({ subscribed: true, validity: new Date(NOW + days * 86_400_000).toISOString() });

it("counts begun days", () => {
  expect(daysLeft(inDays(1.2), NOW)).toBe(2);
  expect(daysLeft(inDays(2), NOW)).toBe(2);
  expect(daysLeft(inDays(0.01), NOW)).toBe(1);
});

it("never goes below nothing", () => {
  expect(daysLeft(inDays(0), NOW)).toBe(0);
  expect(daysLeft(inDays(-3), NOW)).toBe(0);
});

it("is Nil without a subscription", () => {
  expect(daysLeft({ ...inDays(5), subscribed: false }, NOW)).toBe("Nil");
  expect(daysLeft({ subscribed: true, validity: null }, NOW)).toBe("Nil");
  expect(daysLeft({ subscribed: true, validity: "soon" }, NOW)).toBe("Nil");
  expect(daysLeft(null, NOW)).toBe("Nil");
});
