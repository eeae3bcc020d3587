import uPlot from "uplot";
import { beforeAll, expect, test } from "vitest";
import { recordingContext } from "../../grid/testing/recording-context.ts";
import { themeOf } from "../../styles/tokens.ts";
import { createModel } from "../chart-model.ts";
import type { Painting } from "../chart-painters.ts";
import type { ChartData, ChartSpec } from "../chart-spec.ts";
import { paintCallouts } from "./paint-callouts.ts";

const spec: ChartSpec = { x: { kind: "number", name: "Spot", format: String }, y: { format: String }, series: [] };
const theme = themeOf("dark", "normal");
const { colours } = theme;

/** A value is as many pixels from the plot's top, a spot as many from its left. */
function painted(data: Partial<ChartData>) {
  const { context, strokes } = recordingContext();
  const model = createModel(spec, theme);
  model.xRange = [0, 300];
  model.data = { x: [0, 300], columns: [], ...data };
  const bbox = { left: 0, top: 0, width: 300, height: 200 };
  paintCallouts({ ctx: context, bbox, valToPos: (value: number) => value } as unknown as Painting, model);
  return {
    bars: strokes.flatMap((one) => (one.kind === "rect" ? [{ fill: one.fill, box: one.box }] : [])),
    grounds: strokes.filter((one) => one.kind === "rect" && one.fill === colours.panel).length,
    words: strokes.flatMap((one) => (one.kind === "text" ? [{ text: one.text, fill: one.fill, font: one.font }] : [])),
    alphas: strokes.flatMap((one) => (one.kind === "call" && one.name === "globalAlpha" ? one.values : [])),
  };
}

beforeAll(() => {
  uPlot.pxRatio = 1;
});

const call = (values: readonly number[]) => ({ colour: "call-fill", textColour: "call", values }) as const;
const put = (values: readonly number[]) => ({ colour: "put-fill", textColour: "put", values }) as const;
const text = (value: number): string => `${value} L`;

test("feet are bars of 3 px in the sides' fills, the tallest a quarter of the plot; a fall is paler", () => {
  const { bars, words, alphas } = painted({ feet: { x: [100, 200], columns: [call([8, Number.NaN]), put([-4, 0])] } });
  expect(bars).toEqual([
    { fill: colours["call-fill"], box: [97, 150, 3, 50] },
    { fill: colours["put-fill"], box: [100, 175, 3, 25] },
  ]);
  expect(alphas).toEqual([0.38, 0.19, 1]);
  expect(words).toEqual([]);
});

test("words over tall feet have the sides' ink at 11 px: the tallest first, none over another", () => {
  const feet = { x: [100, 110, 200], columns: [call([6, 8, 3]), put([5, 7, 8])], text };
  const { words, grounds } = painted({ feet });
  expect(grounds).toBe(3);
  expect(words.map((one) => one.text)).toEqual(["8 L", "8 L", "6 L"]);
  expect(new Set(words.map(({ fill }) => fill))).toEqual(new Set([colours.call, colours.put]));
  expect(words[0]?.font).toContain("11px");
});

test("they leave free what stands out of the lines, and do not leave the plot", () => {
  const feet = { x: [2, 100], columns: [call([8, 8])], text };
  expect(painted({ feet }).words.map((one) => one.text)).toEqual(["8 L"]);
  const callouts = [{ at: 90, value: 142, label: "24,063" }];
  expect(painted({ feet, callouts }).words.map((one) => one.text)).toEqual(["24,063"]);
});
