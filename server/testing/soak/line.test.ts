import { expect, test } from "vitest";
import { slopeOf } from "./line.ts";

test("the slope of a line is that of its points, of a noisy one that of least squares", () => {
  const points = [3, 5, 7, 9].map((value, at) => ({ at, value }));
  expect(slopeOf(points)).toBeCloseTo(2, 12);
  expect(
    slopeOf([
      { at: 0, value: 0 },
      { at: 1, value: 3 },
      { at: 2, value: 0 },
    ]),
  ).toBeCloseTo(0, 12);
  expect(slopeOf([{ at: 4, value: 1 }])).toBeNaN();
  expect(slopeOf([])).toBeNaN();
});
