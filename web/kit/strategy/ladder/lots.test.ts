import { expect, it } from "vitest";
import { lotsOf } from "./use-press.ts";

it.each([
  ["what is typed", 2, { totalContracts: 5 }, 3, 2],
  ["a leg's own lots, for its other side too", undefined, { totalContracts: 5 }, 3, 5],
  ["the setting's, where the input is emptied", 0, { totalContracts: 5 }, 3, 3],
  ["the setting's, where the leg is closed", undefined, { totalContracts: 0 }, 3, 3],
  ["the setting's, without a leg", undefined, undefined, 3, 3],
  ["one lot else", undefined, undefined, 0, 1],
])("a press takes %s", (_, typed, leg, minimum, lots) => {
  expect(lotsOf(typed, leg, minimum)).toBe(lots);
});
