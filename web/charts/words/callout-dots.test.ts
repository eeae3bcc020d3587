import uPlot from "uplot";
import { beforeAll, expect, test } from "vitest";
import type { Theme } from "../../styles/roles.ts";
import { createModel } from "../chart-model.ts";
import type { Callout, ChartSpec } from "../chart-spec.ts";
import { dotBoxes, dotOf } from "./callout-dots.ts";
import { freeTop } from "./free-top.ts";

const spec: ChartSpec = { x: { kind: "number", name: "Spot", format: String }, y: { format: String }, series: [] };
/** A value is as many pixels from the plot's top, a spot as many from its left. */
const chart = {
  bbox: { left: 0, top: 10, width: 300, height: 200 },
  valToPos: (value: number, scale: string) => (scale === "x" ? value : 10 + value),
} as unknown as uPlot;

function modelOf(callouts: readonly Callout[]) {
  const model = createModel(spec, {} as Theme);
  model.xRange = [0, 300];
  model.data = { x: [0, 300], columns: [], callouts };
  return model;
}

beforeAll(() => {
  uPlot.pxRatio = 1;
});

test("a dot stands at its point, at the plot's edge where that is beyond, and nowhere off the axis", () => {
  const model = modelOf([]);
  expect(dotOf(chart, model, { at: 120, value: 50 })).toEqual({ x: 120, y: 60 });
  expect(dotOf(chart, model, { at: 120, value: 900 })).toEqual({ x: 120, y: 210 });
  expect(dotOf(chart, model, { at: 120, value: Number.NaN })).toBeUndefined();
  expect(dotOf(chart, model, { at: 400, value: 50 })).toBeUndefined();
});

test("the words of a mark under the plot's top leave a dot free that stands there", () => {
  const taken = dotBoxes(chart, modelOf([{ at: 120, value: 4, label: "" }]));
  expect(taken).toEqual([{ left: 115, right: 125, top: 9, bottom: 19 }]);
  const words = { left: 90, right: 150, top: 10, bottom: 26 };
  expect(freeTop(words, taken, [10, 210])).toBe(21);
});
