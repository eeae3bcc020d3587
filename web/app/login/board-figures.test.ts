import { expect, it } from "vitest";
import { AT_THE_MONEY, BOARD } from "./board-figures.ts";

it("the board has as many rows up to the money as beyond it, a step apart", () => {
  const strikes = BOARD.map(([strike]) => strike);
  expect(strikes.indexOf(AT_THE_MONEY)).toBe(BOARD.length / 2 - 1);
  expect(strikes.every((strike, i) => i === 0 || strike - (strikes[i - 1] ?? 0) === 50)).toBe(true);
});
