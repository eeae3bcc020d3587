import { describe, expect, it } from "vitest";
import { CELL_ATM, CELL_RANK_1, CELL_RANK_2 } from "#contract/domain/snapshots/cell-style.ts";
import type { GridView } from "../paint/grid-view.ts";
import { GridPainter } from "../paint/painter.ts";
import { recordingContext, type Stroke } from "../testing/recording-context.ts";
import { dark, sampleGrid, slots } from "../testing/sample-grid.ts";
import { drawStrokes, StrokeRecorder } from "./strokes.ts";

const ruler = (text: string): number => recordingContext().context.measureText(text).width;

/** The same painter twice: on a canvas, and by way of strokes that were cloned as a message clones them. */
function bothWays() {
  const direct = recordingContext();
  const carried = recordingContext();
  const recorder = new StrokeRecorder(ruler);
  const here = new GridPainter(direct.context);
  const there = new GridPainter(recorder);
  return (view: GridView, now: number): { readonly direct: readonly Stroke[]; readonly carried: readonly Stroke[] } => {
    direct.strokes.length = 0;
    carried.strokes.length = 0;
    const ends = [here.paint(view, now), there.paint(view, now)];
    expect(ends[1]).toBe(ends[0]);
    const strokes = recorder.take();
    if (strokes) drawStrokes(carried.context, structuredClone(strokes));
    return { direct: [...direct.strokes], carried: [...carried.strokes] };
  };
}

describe("strokes that were carried", () => {
  for (const scale of [1, 1.25]) {
    it(`paint what the painter would have painted itself, at ${scale}`, () => {
      const { values, styles, source, view } = sampleGrid(12, scale);
      const paint = bothWays();
      styles[3] = CELL_RANK_1;
      styles[slots + 3] = CELL_RANK_2;
      styles[2 * slots] = CELL_ATM;
      for (let row = 0; row < 12; row++) values[row * slots + 5] = row % 5; // each triangle, and none
      values[3 * slots + 3] = 123_456_789; // squeezed
      const band = {
        beforeRow: 3,
        columnId: "strike",
        label: "Spot",
        figure: "24,057.05",
        captions: ["a", "b"],
      } as const;
      const rules = (key: number): boolean => key % 250 === 0;
      const first = paint(view({ source: source({ band, ruleAbove: rules }), ring: true, focusRow: 1 }), 1000);
      expect(first.carried).toEqual(first.direct);
      expect(new Set(first.carried.map(({ kind }) => kind))).toEqual(new Set(["rect", "round", "text", "path"]));
      expect(first.carried.some((stroke) => stroke.kind === "text" && stroke.room !== undefined)).toBe(true);

      values[1] = 101;
      const tick = paint(view({ source: source({ band, ruleAbove: rules, stale: true }), hoverRow: 2 }), 2000);
      expect(tick.carried).toEqual(tick.direct);
      expect(tick.carried.some((stroke) => stroke.kind === "rect" && stroke.fill === dark.colours.flash)).toBe(true);

      const totals = paint(view({ totals: true, scrollX: 40, scrollY: 30 }), 3000);
      expect(totals.carried).toEqual(totals.direct);
      const loading = paint(view({ source: undefined }), 4000);
      expect(loading.carried).toEqual(loading.direct);
    });
  }

  it("are none where nothing changed", () => {
    const { view } = sampleGrid();
    const recorder = new StrokeRecorder(ruler);
    const painter = new GridPainter(recorder);
    painter.paint(view(), 0);
    expect(recorder.take()).toBeDefined();
    painter.paint(view(), 16);
    expect(recorder.take()).toBeUndefined();
  });

  it("may be more than there was room for at first", () => {
    const recorder = new StrokeRecorder(ruler);
    for (let i = 0; i < 5000; i++) recorder.fillRect(i, 0, 1, 1);
    const { context, strokes } = recordingContext();
    drawStrokes(context, recorder.take()!);
    expect(strokes).toHaveLength(5000);
    expect(strokes.at(-1)).toMatchObject({ box: [4999, 0, 1, 1] });
  });

  it("measure in the font that was set last", () => {
    const asked: string[] = [];
    const recorder = new StrokeRecorder((text, font) => {
      asked.push(`${text} in ${font}`);
      return 1;
    });
    recorder.font = "500 12px A";
    recorder.font = "600 12px A";
    recorder.measureText("0");
    expect(asked).toEqual(["0 in 600 12px A"]);
  });

  it("carry what charts use, too, and measure in the font that a restored state had", () => {
    const asked: string[] = [];
    const recorder = new StrokeRecorder((text, font) => {
      asked.push(`${text} in ${font}`);
      return 1;
    });
    const direct = recordingContext();
    for (const context of [recorder, direct.context]) {
      context.font = "500 12px A";
      context.save();
      context.font = "600 12px A";
      context.globalAlpha = 0.5;
      context.setLineDash([3, 2]);
      context.translate(4, 5);
      context.rotate(0.25);
      context.arc(1, 2, 3, 0, 6);
      context.setLineDash([]);
      context.restore();
      context.measureText("0");
    }
    const carried = recordingContext();
    drawStrokes(carried.context, structuredClone(recorder.take()!));
    expect(carried.strokes).toEqual(direct.strokes);
    expect(carried.strokes).toHaveLength(8);
    expect(asked).toEqual(["0 in 500 12px A"]);
  });

  it("of another version are refused", () => {
    const { context } = recordingContext();
    expect(() => drawStrokes(context, { code: Float64Array.of(99), words: [] })).toThrow(RangeError);
  });
});
