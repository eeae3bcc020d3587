import type uPlot from "uplot";
import { expect, it } from "vitest";
import type { Theme } from "../styles/roles.ts";
import { createModel } from "./chart-model.ts";
import { type PictureEvents, type PictureSurface, wholePicture } from "./picture.ts";

function harness() {
  const opened: { readonly events: PictureEvents; readonly sizes: number[][]; isGone: boolean }[] = [];
  let painted = 0;
  const shown: number[] = [];
  const canvas = () => ({ style: {}, isConnected: true, remove: () => undefined }) as unknown as HTMLCanvasElement;
  const open = (events: PictureEvents): PictureSurface => {
    const one = { events, sizes: [] as number[][], isGone: false };
    opened.push(one);
    return {
      canvas: canvas(),
      context: { fillRect: () => undefined } as unknown as PictureSurface["context"],
      isRemote: true,
      resize: (...size) => void one.sizes.push(size),
      commit: () => true,
      dispose: () => {
        one.isGone = true;
      },
    };
  };
  const model = createModel({ x: { kind: "number", name: "", format: String }, y: { format: String }, series: [] }, {
    colours: { panel: "#000" },
  } as Theme);
  const make = wholePicture(open, () => void painted++);
  const picture = make({} as HTMLElement, model, (at) => shown.push(at));
  const chart = { ctx: { canvas: { width: 300, height: 200, remove: () => undefined } } } as unknown as uPlot;
  return { picture, chart, opened, shown, painted: () => painted };
}

it("paints one at a time: what comes meanwhile is painted once when that is shown, and the newest alone is told of", () => {
  const { picture, chart, opened, shown, painted } = harness();
  picture.paint(chart);
  picture.paint(chart);
  picture.paint(chart);
  expect(painted()).toBe(1);
  opened[0]?.events.shown(5);
  expect(painted()).toBe(2);
  expect(shown).toEqual([]);
  opened[0]?.events.shown(7);
  expect(painted()).toBe(2);
  expect(shown).toEqual([7]);
});

it("goes on on another surface of its size when one is lost", () => {
  const { picture, chart, opened, painted } = harness();
  picture.paint(chart);
  opened[0]?.events.lost();
  expect(painted()).toBe(2);
  expect(opened.map(({ sizes }) => sizes)).toEqual([[[300, 200]], [[300, 200]]]);
  picture.dispose();
  expect(opened[1]?.isGone).toBe(true);
});

it("paints again what is no longer valid, and nothing before there is a chart", () => {
  const { picture, chart, opened, painted } = harness();
  opened[0]?.events.blank();
  expect(painted()).toBe(0);
  picture.paint(chart);
  opened[0]?.events.shown(1);
  opened[0]?.events.blank();
  expect(painted()).toBe(2);
});
