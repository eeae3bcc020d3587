import uPlot from "uplot";
import { beforeAll, expect, test } from "vitest";
import { recordingContext } from "../../grid/testing/recording-context.ts";
import { themeOf } from "../../styles/tokens.ts";
import { acceptData, createModel } from "../chart-model.ts";
import type { ChartSpec } from "../chart-spec.ts";
import { paintUnder } from "./paint-under.ts";

const theme = themeOf("dark", "normal");

beforeAll(() => {
  uPlot.pxRatio = 1;
});

/** A line with a gap of twenty minutes. */
function wordsOf(lacks?: string): readonly string[] {
  const line = { kind: "line", id: "basis", label: "Basis", colour: "s1", format: String } as const;
  const spec: ChartSpec = { x: { kind: "minute" }, y: { format: String }, lacks, series: [line] };
  const { context, strokes } = recordingContext();
  const model = createModel(spec, theme);
  const x = Array.from({ length: 40 }, (_, i) => 905 + i);
  acceptData(model, { x, columns: [x.map((at) => (at >= 915 && at < 935 ? Number.NaN : 1))] });
  const bbox = { left: 0, top: 0, width: 400, height: 200 };
  const ctx = Object.assign(context, { rect: () => undefined, clip: () => undefined });
  paintUnder({ ctx, bbox, valToPos: (value: number) => value - 905 } as unknown as uPlot, model);
  return strokes.flatMap((one) => (one.kind === "text" ? [`${one.text}, ${one.y} px`] : []));
}

test("a long gap says what it lacks, and from when to when, within the canvas", () => {
  expect(wordsOf()).toEqual(["No data 15:14 to 15:35, 7 px"]);
  expect(wordsOf("basis")).toEqual(["No basis 15:14 to 15:35, 7 px"]);
});
