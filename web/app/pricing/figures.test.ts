import { expect, it } from "vitest";
import { monthsText, rupeesText } from "./figures.ts";

it("writes prices with Indian grouping", () => {
  expect(rupeesText(299)).toBe("₹299");
  expect(rupeesText(12731)).toBe("₹12,731");
  expect(rupeesText(1234567)).toBe("₹12,34,567");
});

it("writes durations", () => expect([1, 12].map(monthsText)).toEqual(["1 Month", "12 Months"]));
