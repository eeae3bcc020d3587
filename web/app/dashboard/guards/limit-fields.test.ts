import { expect, test } from "vitest";
import { guardsOf, limitProblem, textsOf } from "./limit-fields.ts";

const limits = { orderValue: 250_000.5, lots: 10, ordersPerDay: null, lossPerDay: 5000, inPractice: true };

test("limits come back from the form as they went in; an empty field is no limit", () => {
  const texts = textsOf(limits);
  expect(texts).toEqual({ orderValue: "250000.5", lots: "10", ordersPerDay: "", lossPerDay: "5000" });
  expect(guardsOf(texts, true)).toEqual(limits);
});

test("a limit is more than nothing, and counts are whole", () => {
  const [rupees, count] = [{ isWhole: false }, { isWhole: true }];
  for (const text of ["", " ", "1", "2e3"]) expect(limitProblem(text, count)).toBeUndefined();
  expect(limitProblem("0.5", rupees)).toBeUndefined();
  expect(limitProblem("0.5", count)).toBe("A whole number");
  for (const text of ["0", "-1", "ten", "1e999"]) expect(limitProblem(text, rupees)).toBeDefined();
});
