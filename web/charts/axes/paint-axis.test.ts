import uPlot from "uplot";
import { beforeAll, expect, test } from "vitest";
import { recordingContext } from "../../grid/testing/recording-context.ts";
import { themeOf } from "../../styles/tokens.ts";
import { createModel } from "../chart-model.ts";
import type { Painting } from "../chart-painters.ts";
import { paintAxis } from "./paint-axis.ts";

beforeAll(() => {
  uPlot.pxRatio = 1;
});

/** Top of a coloured mark's label on a plot of 300 x 200 with a pixel a spot, where these figures of bars stand already. */
function labelTop(at: number, bars: readonly { left: number; right: number; top: number; bottom: number }[]) {
  const { context, strokes } = recordingContext();
  const x = { kind: "number", name: "Spot", format: String } as const;
  const model = createModel({ x, y: { format: String }, series: [] }, themeOf("dark", "normal"));
  model.xRange = [0, 300];
  model.data = { x: [0, 300], columns: [], marks: [{ at, label: "Zero gamma 24,063", colour: "s4" }] };
  model.labelBoxes = [...bars];
  const bbox = { left: 0, top: 0, width: 300, height: 200 };
  paintAxis({ ctx: context, bbox, valToPos: (value: number) => value } as unknown as Painting, model);
  const box = strokes.find((one) => one.kind === "round");
  return box?.kind === "round" ? box.box[1] : undefined;
}

test("the label of a mark stands under the top of the plot, or under the figure of a bar that it would cover", () => {
  expect(labelTop(200, [])).toBe(0.5);
  expect(labelTop(200, [{ left: 210, right: 240, top: 4, bottom: 19 }])).toBe(0.5);
  expect(labelTop(200, [{ left: 120, right: 150, top: 4, bottom: 19 }])).toBe(21);
});

test("the last tick's text stays within the chart: cut, it would be another figure", () => {
  const { context, strokes } = recordingContext();
  const x = { kind: "number", name: "Spot", format: () => "1,23,456" } as const;
  const model = createModel({ x, y: { format: String }, series: [] }, themeOf("dark", "normal"));
  model.xRange = [0, 300];
  model.data = { x: [0, 300], columns: [] };
  const bbox = { left: 50, top: 0, width: 300, height: 200 };
  paintAxis({ ctx: context, bbox, valToPos: (value: number) => 50 + value } as unknown as Painting, model);
  const places = strokes.flatMap((one) => (one.kind === "text" ? [one.x] : []));
  expect(places[0]).toBe(50);
  expect(places.at(-1)).toBe(50 + 300 + 16 - (8 * 6) / 2); // 16 px are left beside the plot
});
