import { describe, expect, it } from "vitest";
import { LONG_BUILD } from "#contract/domain/build-up.ts";
import { CELL_ATM, CELL_ITM, CELL_RANK_1, CELL_RANK_2, inkCode } from "#contract/domain/snapshots/cell-style.ts";
import { formats } from "../../format/format.ts";
import { themeOf } from "../../styles/tokens.ts";
import type { GridCell, GridColumn, Underline } from "../grid-model.ts";
import { layOut } from "../layout.ts";
import { recordingContext, type Stroke } from "../testing/recording-context.ts";
import { columns, dark, sampleGrid, slots, width } from "../testing/sample-grid.ts";
import type { GridView } from "./grid-view.ts";
import { GridPainter } from "./painter.ts";

const { colours } = dark;

function setUp(rows = 4, scale = 1) {
  const recording = recordingContext();
  const painter = new GridPainter(recording.context);
  const paint = (next: GridView, now = 0): { strokes: Stroke[]; wakeAt: number } => {
    recording.strokes.length = 0;
    const wakeAt = painter.paint(next, now);
    return { strokes: [...recording.strokes], wakeAt };
  };
  return { ...sampleGrid(rows, scale), painter, paint };
}

const underlined = (slot: number, fill: Underline["fill"]): GridCell => ({
  kind: "figure",
  slot: 1,
  format: formats.price,
  underline: { slot, fill },
});
const texts = (strokes: readonly Stroke[]) => strokes.filter((stroke) => stroke.kind === "text");
const textOf = (strokes: readonly Stroke[], text: string) => texts(strokes).find((stroke) => stroke.text === text);
const rects = (strokes: readonly Stroke[], fill: string) =>
  strokes.flatMap((stroke) => (stroke.kind === "rect" && stroke.fill === fill ? [stroke.box] : []));

describe("what is painted", () => {
  it("paints everything first, and then nothing without a change", () => {
    const { view, paint, painter } = setUp();
    paint(view());
    expect(painter.painted).toBe(4 * columns.length);
    expect(paint(view()).strokes).toEqual([]);
    expect(painter.painted).toBe(0);
  });

  it("paints only the cells whose number changed", () => {
    const { values, view, paint, painter } = setUp();
    paint(view());
    values[2 * slots + 2] = 7.5;
    const { strokes } = paint(view());
    expect(painter.painted).toBe(1);
    expect(texts(strokes).map((stroke) => stroke.text)).toEqual(["+7.50"]);
  });

  it("leaves a cell alone whose text stays the same", () => {
    const { values, view, paint, painter } = setUp();
    paint(view());
    values[2] = -1.0004;
    values[slots + 1] = Number.NaN;
    paint(view());
    expect(painter.painted).toBe(1);
    paint(view());
    expect(painter.painted).toBe(0);
  });

  it("paints a figure with its note, and again when only the note changes", () => {
    const { values, view, paint, painter } = setUp(1);
    const cell = {
      kind: "figure",
      slot: 3,
      format: formats.price,
      note: { slot: 2, format: formats.signedWhole },
    } as const;
    const layout = layOut([{ id: "oi", header: "OI", width: 148, cell }], width, 1, 24);
    values[3] = 437.98;
    values[2] = 12;
    expect(texts(paint(view({ layout })).strokes).map((stroke) => stroke.text)).toEqual(["437.98 (+12)"]);
    values[2] = Number.NaN;
    expect(texts(paint(view({ layout })).strokes).map((stroke) => stroke.text)).toEqual(["437.98"]);
    paint(view({ layout }));
    expect(painter.painted).toBe(0);
  });

  it("repaints a bar when it moves a pixel, not before", () => {
    const { values, view, paint, painter } = setUp(1);
    paint(view());
    values[4] = 0.5001;
    paint(view());
    expect(painter.painted).toBe(0);
    values[4] = 0.6;
    paint(view());
    expect(painter.painted).toBe(4);
  });

  it("repaints the two rows that the pointer leaves and enters", () => {
    const { view, paint, painter } = setUp();
    paint(view({ hoverRow: 1 }));
    const { strokes } = paint(view({ hoverRow: 2 }));
    expect(painter.painted).toBe(2 * columns.length);
    expect(rects(strokes, colours.hover).map((box) => box[1])).toEqual(Array(columns.length).fill(48));
  });

  it("repaints all on scroll, theme and layout, and keeps to the visible rows", () => {
    const { view, paint, painter } = setUp(1000);
    paint(view());
    expect(painter.painted).toBe(10 * columns.length);
    paint(view({ scrollY: 12 }));
    expect(painter.painted).toBe(11 * columns.length);
    paint(view({ scrollY: 12, theme: themeOf("light", "normal") }));
    expect(painter.painted).toBe(11 * columns.length);
    const { strokes } = paint(view({ scrollY: 900 * 24 }));
    expect(textOf(strokes, "69,000")).toMatchObject({ y: 16 });
  });

  it("shows blocks, and no figure, while there is no source", () => {
    const { view, paint } = setUp();
    const { strokes } = paint(view({ source: undefined }));
    expect(texts(strokes)).toEqual([]);
    expect(strokes.filter((stroke) => stroke.kind === "round")).toHaveLength(3 * columns.length);
    expect(paint(view({ source: undefined })).strokes).toEqual([]);
  });

  it("sets no state twice for equal neighbours", () => {
    const { view } = setUp(100);
    const recording = recordingContext();
    const painter = new GridPainter(recording.context);
    painter.paint(view({ height: 2400 }), 0);
    expect(recording.sets()).toBeLessThan(painter.painted * 1.2);
  });
});

describe("looks", () => {
  it("right-aligns figures 8 px from the edge and shows absence as a dash", () => {
    const { values, view, paint } = setUp(1);
    values[1] = Number.NaN;
    const { strokes } = paint(view());
    expect(textOf(strokes, "-")).toMatchObject({ align: "right", x: 100 + 108 + 64 + 88 - 8, y: 16 });
  });

  it("colours by the sign that is shown", () => {
    const { values, view, paint } = setUp(4);
    values[3 * slots + 2] = 0.001;
    const { strokes } = paint(view());
    expect(textOf(strokes, "\u22121.00")?.fill).toBe(colours.down);
    expect(textOf(strokes, "+1.00")?.fill).toBe(colours.up);
    expect(
      texts(strokes)
        .filter((stroke) => stroke.text === "0.00")
        .map((stroke) => stroke.fill),
    ).toEqual([colours.ink, colours.ink]);
  });

  it("takes ink from the style code, and greys stale prices only", () => {
    const { styles, source, view, paint } = setUp(1);
    styles[3] = inkCode("warn");
    const { strokes } = paint(view());
    expect(textOf(strokes, "50.00")?.fill).toBe(colours.warn);
    const stale = paint(view({ source: source({ stale: true }) })).strokes;
    expect(textOf(stale, "100.00")?.fill).toBe(colours["ink-3"]);
    expect(textOf(stale, "50.00")?.fill).toBe(colours.warn);
  });

  it("mirrors butterflies: bars grow away from the spine, 12 px high", () => {
    const { view, paint } = setUp(1);
    const { strokes } = paint(view());
    expect(rects(strokes, colours["call-fill"])[0]).toEqual([100 + 44 - 22, 6, 22, 12]);
    expect(rects(strokes, colours["put-fill"])).toEqual([[436 + 64, 6, 22, 12]]);
    expect(
      texts(strokes)
        .filter((stroke) => stroke.text === "50.00")
        .map((stroke) => stroke.x),
    ).toEqual([200, 492, 636]);
  });

  it("shows at least a pixel of anything, and nothing of nothing", () => {
    const { values, view, paint } = setUp(3);
    values[4] = 1e-9;
    values[slots + 4] = 0;
    values[2 * slots + 4] = Number.NaN;
    expect(rects(paint(view()).strokes, colours["put-fill"])).toEqual([[500, 6, 1, 12]]);
  });

  it("underlines a figure at its own end, in the fill of its sign", () => {
    const { values, source, paint } = setUp(3);
    const own: readonly GridColumn[] = [
      { id: "name", header: "", width: 100, align: "left", cell: underlined(4, "bar") },
      { id: "change", header: "", width: 60, cell: underlined(5, "sign") },
    ];
    for (const [row, share] of [1, -0.5, 0].entries()) {
      values[row * slots + 4] = Math.abs(share);
      values[row * slots + 5] = share;
    }
    const layout = layOut(own, 160, 1, 24);
    const { strokes } = paint({ ...setUp(3).view(), source: source(), layout });
    expect(rects(strokes, colours.bar)).toEqual([
      [8, 21, 84, 2],
      [8, 45, 42, 2],
    ]);
    expect(rects(strokes, colours["up-fill"])).toEqual([[108, 21, 44, 2]]);
    expect(rects(strokes, colours["down-fill"])).toEqual([[130, 45, 22, 2]]);
  });

  it("draws previous, current, high and low OI from the spine outwards", () => {
    const { view, paint } = setUp(1);
    const { strokes } = paint(view());
    const right = width;
    expect(rects(strokes, colours.bar)).toEqual([[right - 50, 4, 50, 16]]);
    expect(rects(strokes, colours["call-fill"])[1]).toEqual([right - 100, 8, 100, 8]);
    expect(rects(strokes, colours["ink-2"])).toEqual([[right - 150, 4, 2, 16]]);
    expect(rects(strokes, colours.ink)).toEqual([[right - 20, 8, 2, 8]]);
  });

  it("puts a chip behind ranked figures, heavier for the first, and inverts the strike at the money", () => {
    const { styles, view, paint } = setUp(2);
    styles[3] = CELL_RANK_1;
    styles[slots + 3] = CELL_RANK_2;
    styles[slots] = CELL_ATM;
    const { strokes } = paint(view());
    const chips = strokes.filter((stroke) => stroke.kind === "round");
    expect(chips).toContainEqual({ kind: "round", box: [147, 3, 58, 18], fill: colours.top1 });
    expect(chips).toContainEqual({ kind: "round", box: [147, 27, 58, 18], fill: colours.top2 });
    expect(textOf(strokes, "50.00")?.font).toMatch(/^500/);
    expect(textOf(strokes, "24,050")).toMatchObject({ fill: colours["atm-ink"], align: "center" });
  });

  it("takes the user's colours and the border style", () => {
    const { styles, view, paint } = setUp(1);
    styles[3] = CELL_RANK_1;
    const own = ["#FFFF00", "#00FF00", "#0000FF"] as const;
    const filled = paint(view({ top: { outlined: false, colours: own } })).strokes;
    expect(textOf(filled, "50.00")?.fill).toBe(colours["atm-ink"]);
    const outlined = paint(view({ top: { outlined: true, colours: own } })).strokes;
    expect(rects(outlined, "#FFFF00")).toContainEqual([147, 3, 58, 1]);
    expect(textOf(outlined, "50.00")?.fill).toBe(colours.ink);
  });

  it("draws build-up triangles as paths: up or down, filled or hollow", () => {
    const { values, view, paint } = setUp(4);
    for (let row = 0; row < 4; row++) values[row * slots + 5] = LONG_BUILD + row;
    const { strokes } = paint(view());
    const paths = strokes.filter((stroke) => stroke.kind === "path");
    expect(paths.map((path) => [path.filled, path.colour, path.points[2]![1] < path.points[0]![1]])).toEqual([
      [true, colours.up, true],
      [true, colours.down, false],
      [false, colours.up, true],
      [false, colours.down, false],
    ]);
    expect(textOf(strokes, "Long Unwind")).toMatchObject({ x: 26, fill: colours["ink-2"] });
  });

  it("marks the money, every fifth strike, and the focused cell", () => {
    const { styles, source, view, paint } = setUp(2);
    styles[1] = CELL_ITM;
    const { strokes } = paint(
      view({ source: source({ ruleAbove: (key) => key === 24_050 }), ring: true, focusRow: 1, focusColumn: 2 }),
    );
    expect(rects(strokes, colours.itm)).toEqual([[272, 0, 88, 24]]);
    expect(rects(strokes, colours.line)).toHaveLength(columns.length);
    expect(rects(strokes, colours.accent)[0]).toEqual([208, 24, 64, 2]);
  });

  it("squeezes a figure that is too long, and never cuts it", () => {
    const { values, view, paint } = setUp(1);
    values[3] = 123_456_789;
    const figure = textOf(paint(view()).strokes, "12,34,56,789.00");
    expect(figure?.room).toBe(55);
  });

  it("writes an ellipsis for a figure whose column is scrolled half out of the pane", () => {
    const { view, paint } = setUp(1);
    const layout = layOut(columns, 240, 1, 24);
    const written = (scrollX: number) => texts(paint(view({ layout, scrollX })).strokes).map(({ text }) => text);
    expect(written(60)).toEqual(["Long Build", "50.00", "\u22121.00", "\u2026"]);
    expect(written(165)).toEqual(["50.00", "\u22121.00", "100.00", "\u2026"]); // the whole OI is still there
    expect(written(190)).toEqual(["\u2026", "\u22121.00", "100.00", "24,000"]);
  });

  it("stands rows below the split band lower, and paints the band alone when only spot moves", () => {
    const { source, view, paint, painter } = setUp(4);
    const band = {
      beforeRow: 2,
      columnId: "strike",
      label: "Spot",
      figure: "24,057.05",
      captions: ["In the money \u2191", "In the money \u2193"],
    } as const;
    const { strokes } = paint(view({ source: source({ band }) }));
    expect(textOf(strokes, "24,100")).toMatchObject({ y: 48 + 22 + 16 });
    expect(rects(strokes, colours.spot)[0]).toMatchObject([expect.any(Number), 58, expect.any(Number), 2]);
    const moved = paint(view({ source: source({ band: { ...band, figure: "24,058.00" } }) })).strokes;
    expect(painter.painted).toBe(0);
    expect(texts(moved).map((stroke) => stroke.text)).toContain("24,058.00");
  });

  it("keeps every edge on a device pixel at any zoom", () => {
    for (const scale of [1.1, 1.25, 1.5, 2]) {
      const { view, paint } = setUp(3, scale);
      for (const stroke of paint(view()).strokes)
        if (stroke.kind === "rect") expect(stroke.box.every(Number.isInteger), `${scale} ${stroke.box}`).toBe(true);
    }
  });
});

describe("flashes", () => {
  it("flash a changed price for 300 ms, at most twice a second", () => {
    const { values, view, paint } = setUp(1);
    const flashed = (strokes: readonly Stroke[]) => rects(strokes, colours.flash).length;
    expect(paint(view(), 1000).wakeAt).toBe(Number.POSITIVE_INFINITY);
    values[1] = 101;
    const on = paint(view(), 1100);
    expect([flashed(on.strokes), on.wakeAt]).toEqual([1, 1400]);
    const off = paint(view(), 1400);
    expect([flashed(off.strokes), off.strokes.length > 0, off.wakeAt]).toEqual([0, true, Number.POSITIVE_INFINITY]);
    values[1] = 102;
    expect(flashed(paint(view(), 1500).strokes)).toBe(0);
    values[1] = 103;
    expect(flashed(paint(view(), 1600).strokes)).toBe(1);
  });

  it("do not come from scrolling, from another strike in the row, from absence, or when they are off", () => {
    const { values, view, paint } = setUp(40);
    const flashed = (strokes: readonly Stroke[]) => rects(strokes, colours.flash).length;
    paint(view(), 0);
    expect(flashed(paint(view({ scrollY: 480 }), 1000).strokes)).toBe(0);
    paint(view(), 2000);
    values[0] = 23_950;
    values[1] = 55;
    expect(flashed(paint(view(), 3000).strokes)).toBe(0);
    values[1] = Number.NaN;
    expect(flashed(paint(view(), 4000).strokes)).toBe(0);
    values[1] = 60;
    expect(flashed(paint(view(), 5000).strokes)).toBe(0);
    values[1] = 61;
    expect(flashed(paint(view({ flashing: false }), 6000).strokes)).toBe(0);
  });
});

it("reports cells as painted", () => {
  const { view, paint, painter } = setUp(2);
  paint(view());
  expect(painter.painting(1, 3)?.text).toBe("101.00");
  expect(painter.painting(9, 3)).toBeUndefined();
  expect(painter.painting(0, 99)).toBeUndefined();
});
