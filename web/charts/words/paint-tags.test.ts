import uPlot from "uplot";
import { beforeAll, expect, test } from "vitest";
import { recordingContext } from "../../grid/testing/recording-context.ts";
import { themeOf } from "../../styles/tokens.ts";
import { acceptData, createModel } from "../chart-model.ts";
import type { SeriesSpec } from "../chart-spec.ts";
import { paintTags } from "./paint-tags.ts";

beforeAll(() => {
  uPlot.pxRatio = 1;
});

test("tags that a low plot has no room for are left out: under it stand the axis and the legend", () => {
  const { context, strokes } = recordingContext();
  const series = Array.from({ length: 9 }, (_, i): SeriesSpec => {
    const id = `line ${i}`;
    return { kind: "line", id, label: id, colour: "s1", tag: "outline", format: String };
  });
  const model = createModel({ x: { kind: "minute" }, y: { format: String }, series }, themeOf("dark", "normal"));
  acceptData(model, { x: [555], columns: series.map((_, i) => [i]) });
  const bbox = { left: 50, top: 20, width: 300, height: 100 };
  const chart = { ctx: context, bbox, valToPos: (value: number) => 120 - value };
  paintTags(chart as unknown as uPlot, model);
  const bottoms = strokes.flatMap((one) => (one.kind === "round" ? [one.box[1] + one.box[3]] : []));
  expect(new Set(bottoms).size).toBe(6);
  expect(Math.max(...bottoms)).toBeLessThanOrEqual(20 + 100 + 16);
});
