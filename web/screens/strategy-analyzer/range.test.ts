import { expect, test } from "vitest";
import { rangeOf } from "./job.ts";

const column = (...values: number[]) => Float64Array.from(values);

function strikesOf(strikes: readonly number[], spotRound: number, step: number, from: number, to: number): number[] {
  const prices = { price: column(...strikes), iv: column(), inMoney: column(), base: column(), delta: column() };
  const frame = { spotRound, step, lowest: strikes[0]!, highest: strikes.at(-1)! };
  return [...rangeOf({ strikes: column(...strikes), call: prices, put: prices, frame }, { from, to }).strike];
}

test("strikes of the step, two more to either side; those between steps are left out", () => {
  const strikes = [24_000, 24_050, 24_100, 24_125, 24_150, 24_200, 24_250, 24_300];
  expect(strikesOf(strikes, 24_150, 50, 24_150, 24_150)).toEqual([24_050, 24_100, 24_150, 24_200, 24_250]);
});

test("strikes that are no multiples of their step, and steps that have no exact binary form", () => {
  expect(strikesOf([2138.5, 2158.5, 2178.5, 2198.5], 2160, 20, 2158.5, 2178.5)).toEqual([
    2138.5, 2158.5, 2178.5, 2198.5,
  ]);
  const tenths = Array.from({ length: 9 }, (_, i) => 83 + i / 10);
  expect(strikesOf(tenths, 83.4, 0.1, 83, 83.8)).toEqual(tenths);
});
