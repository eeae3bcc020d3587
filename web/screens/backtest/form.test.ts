import { expect, it } from "vitest";
import { askedOf, DEFAULT_FORM } from "./form.ts";

const withLots = (lots: number) =>
  askedOf({ ...DEFAULT_FORM, legs: DEFAULT_FORM.legs.map((leg) => ({ ...leg, lots })) });

it.each([
  [1, true],
  [10_000, true],
  [10_001, false],
  [0, false],
  [1.5, false],
])("%d lots can be tried: %s", (lots, can) => {
  expect("plan" in withLots(lots)).toBe(can);
});
