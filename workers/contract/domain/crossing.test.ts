import { expect, test } from "vitest";
import { countCrossings, createCrossingDetector } from "./crossing.ts";

const crossings = (left: readonly number[], right: readonly number[] | number) => {
  const detector = createCrossingDetector();
  return left.map((value, i) => detector.next(value, typeof right === "number" ? right : (right[i] ?? Number.NaN)));
};
const NO = undefined;

test("of a level: at the update that is beyond it, once", () => {
  expect(crossings([90, 99, 101, 102, 98, 97], 100)).toEqual([NO, NO, "above", NO, "below", NO]);
});

test("the first values cross nothing, wherever they are", () => {
  expect(crossings([101], 100)).toEqual([NO]);
});

test("reaching a level is no crossing; leaving it is, to either side", () => {
  expect(crossings([99, 100, 100, 101, 100, 99], 100)).toEqual([NO, NO, NO, "above", NO, "below"]);
  expect(crossings([100, 101], 100)).toEqual([NO, "above"]);
  expect(crossings([99, 100, 99], 100)).toEqual([NO, NO, "below"]);
});

test("of two series: whichever of them moved", () => {
  expect(crossings([10, 10, 12, 12], [11, 9, 9, 13])).toEqual([NO, "above", NO, "below"]);
});

test("what is not known crosses nothing, and hides no crossing", () => {
  expect(crossings([99, Number.NaN, 101], 100)).toEqual([NO, NO, "above"]);
  expect(crossings([99, 101], [100, Number.NaN])).toEqual([NO, NO]);
});

test("a day's crossings are counted as if the rule were armed again each time", () => {
  const line = [60, 54, 56, Number.NaN, 50, 55, 54];
  expect(countCrossings(line, 55, "below")).toEqual({ times: 3, first: 1, places: [1, 4, 6] });
  expect(countCrossings(line, 55, "above").places).toEqual([2]);
  expect(countCrossings([1, 3], [2, 2], "above").first).toBe(1);
  expect(countCrossings([1, 1], 2, "above")).toEqual({ times: 0, first: -1, places: [] });
});
