import { describe, expect, it } from "vitest";
import { themeOf } from "../../styles/tokens.ts";
import { acceptData, createModel } from "../chart-model.ts";
import type { ChartData, ChartSpec, LineSeries } from "../chart-spec.ts";
import { createPaintedData, paintRightOf } from "./tail-repaint.ts";

const format = (value: number): string => String(value);
const line = (id: string): LineSeries => ({ kind: "line", id, label: id, colour: "call", format });
const spec: ChartSpec = { x: { kind: "minute", session: [555, 575] }, y: { format }, series: [line("a"), line("b")] };
const x = Array.from({ length: 10 }, (_, i) => 555 + i);
const NONE = Number.NaN;

/** Feeds a chart tick by tick; gives where each paint starts. */
function feeder(use: ChartSpec = spec) {
  const model = createModel(use, themeOf("dark", "normal"));
  const painted = createPaintedData();
  const feed = (a: readonly number[], b: readonly number[] = a, more: Partial<ChartData> = {}): number => {
    acceptData(model, { x, columns: [Float64Array.from(a), Float64Array.from(b)], ...more });
    return painted.changedFrom(model);
  };
  return { feed, painted };
}

describe("what of a chart has to be painted", () => {
  const rising = [0, 10, 2, 3, 4, 5, 6, 7, 8, 9];
  const moved = [...rising.slice(0, 9), 9.5];

  it("is everything at first", () => {
    expect(feeder().feed(rising)).toBe(0);
  });

  it("starts at the point before the first change", () => {
    const { feed } = feeder();
    feed(rising);
    expect(feed(rising, moved)).toBe(8);
    expect(feed(moved, moved)).toBe(8);
  });

  it("is nothing when nothing changed", () => {
    const { feed } = feeder();
    feed(rising);
    expect(feed(rising)).toBe(10);
  });

  it("compares by value, in arrays that are written over", () => {
    const model = createModel(spec, themeOf("dark", "normal"));
    const painted = createPaintedData();
    const column = Float64Array.from(rising);
    const take = (): number => {
      acceptData(model, { x, columns: [column, column] });
      return painted.changedFrom(model);
    };
    take();
    column[9] = 9.5;
    expect(take()).toBe(8);
  });

  it("reaches back to the last value, from which a line runs to the change", () => {
    const { feed } = feeder();
    const fifth = [0, NONE, NONE, NONE, NONE, 10, NONE, NONE, NONE, NONE];
    const later = fifth.with(5, 9);
    feed(fifth, fifth, { cadence: 5 });
    expect(feed(later, fifth, { cadence: 5 })).toBe(0);
    expect(feed(rising, rising, { cadence: 5 })).toBe(0);
    const two = [0, 10, 2, NONE, NONE, 5, NONE, NONE, NONE, NONE];
    feed(two, rising, { cadence: 5 });
    expect(feed(two.with(5, 6), rising, { cadence: 5 })).toBe(2);
  });

  it("is everything where a hole came, shrank or went: its words are wider than it is", () => {
    const { feed } = feeder();
    const holed = [0, 10, NONE, NONE, NONE, NONE, NONE, NONE, NONE, 9];
    feed(holed);
    expect(feed(holed)).toBe(10);
    expect(feed(holed.with(2, 2))).toBe(0);
    expect(feed(rising)).toBe(0);
    expect(feed(holed)).toBe(0);
  });

  it("is everything when the range, the minutes, a mark or the cadence changed, or when told to forget", () => {
    const { feed, painted } = feeder();
    feed(rising);
    expect(feed(rising, [...rising.slice(0, 9), 99])).toBe(0);
    expect(feed(rising)).toBe(0); // the range is back
    expect(feed(rising, moved, { x: x.map((minute) => minute + 1) })).toBe(0);
    expect(feed(rising, moved)).toBe(0);
    expect(feed(rising, moved, { marks: [{ at: 556 }] })).toBe(0);
    expect(feed(rising, moved, { marks: [{ at: 557 }] })).toBe(0);
    const label = { at: 557, value: 2, lines: ["High"], side: "right", height: "above" } as const;
    expect(feed(rising, moved, { labels: [label] })).toBe(0);
    expect(feed(rising, moved, { labels: [{ ...label, lines: ["High 2"] }] })).toBe(0);
    expect(feed(rising, moved, { cadence: 5 })).toBe(0);
    expect(feed(rising, moved, { cadence: 5 })).toBe(10);
    painted.forget();
    expect(feed(rising, moved, { cadence: 5 })).toBe(0);
  });

  it("is everything or nothing in a chart with bars", () => {
    const { feed } = feeder({
      ...spec,
      series: [line("a"), { kind: "bar", id: "b", label: "b", colour: "call", slot: 0, format }],
    });
    feed(rising);
    expect(feed(rising)).toBe(10);
    expect(feed(rising, moved)).toBe(0);
  });
});

describe("a clipped paint", () => {
  it("leaves in the context what the paint set, though the clip is taken away", () => {
    const saved: Record<string, unknown>[] = [];
    let dash: number[] = [];
    const context = {
      canvas: { width: 100, height: 50 },
      strokeStyle: "#000000",
      lineWidth: 1,
      clip: () => undefined,
      beginPath: () => undefined,
      rect: (...box: number[]) => expect(box).toEqual([30, 0, 70, 50]),
      getLineDash: () => dash,
      setLineDash: (next: number[]) => {
        dash = next;
      },
      save: () => saved.push({ strokeStyle: context.strokeStyle, lineWidth: context.lineWidth, dash }),
      restore: () => {
        const { dash: old, ...rest } = saved.pop() as { dash: number[] };
        dash = old;
        Object.assign(context, rest);
      },
    };
    paintRightOf(context as unknown as CanvasRenderingContext2D, 30, () => {
      context.strokeStyle = "#ff0000";
      context.lineWidth = 3;
      dash = [5, 3];
    });
    expect([context.strokeStyle, context.lineWidth, dash]).toEqual(["#ff0000", 3, [5, 3]]);
    expect(saved).toHaveLength(0);
  });
});
