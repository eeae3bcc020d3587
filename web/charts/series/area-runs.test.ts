import fc from "fast-check";
import { expect, test } from "vitest";
import { areaRuns, cornersOf } from "./area-runs.ts";

const SCALES = { x: { origin: 0, step: 1 }, y: { origin: 0, step: 1 } };
const runsOf = (...values: number[]) =>
  areaRuns(
    values.map((_, i) => 10 * i),
    values,
    SCALES,
  );

/** Of a line through corners, at x. */
function heightAt(corners: readonly number[], x: number): number {
  for (let i = 2; i < corners.length; i += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = corners.slice(i - 2, i + 2);
    if (x >= x0 && x <= x1) return x1 === x0 ? y1 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
  }
  return Number.NaN;
}

test("a line is cut where it crosses zero, and has the corners that it has", () => {
  expect(runsOf(5, 5, -5, -5, -5)).toEqual([
    { sign: 1, corners: [0, 5, 10, 5, 15, 0] },
    { sign: -1, corners: [15, 0, 20, -5, 40, -5] },
  ]);
  expect(runsOf(1, 2, 3, 4)).toEqual([{ sign: 1, corners: [0, 1, 30, 4] }]);
});

test("zero goes on on its side; a hole ends a run; a lone point is none", () => {
  expect(runsOf(-5, 0, -5).map(({ sign }) => sign)).toEqual([-1]);
  expect(runsOf(-5, 0, 5).map(({ sign }) => sign)).toEqual([-1, 1]);
  expect(runsOf(0, 0, 0)).toEqual([{ sign: 1, corners: [0, 0, 20, 0] }]);
  expect(runsOf(1, 1, Number.NaN, 1, 1).map(({ corners }) => corners)).toEqual([
    [0, 1, 10, 1],
    [30, 1, 40, 1],
  ]);
  expect(runsOf(1, Number.NaN, 1)).toEqual([]);
  expect(runsOf()).toEqual([]);
});

test("no point of any line is further off than a tenth of a pixel, and none is on the other side of zero", () => {
  const value = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.double({ min: -2, max: 2, noNaN: true }));
  fc.assert(
    fc.property(fc.array(value, { minLength: 2, maxLength: 60 }), (values) => {
      const runs = runsOf(...values);
      for (const { sign, corners } of runs)
        for (let i = 1; i < corners.length; i += 2) expect((corners[i] as number) * sign).toBeGreaterThanOrEqual(0);
      values.forEach((height, i) => {
        const x = 10 * i;
        const near = runs.map(({ corners }) => heightAt(corners, x)).filter((one) => Math.abs(one - height) <= 0.1001);
        expect(near.length).toBeGreaterThan(0);
      });
    }),
  );
});

test("a smooth curve of 501 points needs few corners; straight parts need two", () => {
  const points = Array.from({ length: 501 }, (_, i) => [
    1.5 * i,
    150 - 140 * Math.exp(-(((i - 250) / 120) ** 2)),
  ]).flat();
  expect(cornersOf(points).length / 2).toBeLessThan(60);
  const payoff = Array.from({ length: 501 }, (_, i) => [i, Math.max(100 - i, 0) + Math.max(i - 400, 0)]).flat();
  expect(cornersOf(payoff)).toEqual([0, 100, 100, 0, 400, 0, 500, 100]);
});
