import { describe, expect, it } from "vitest";
import { inkCode } from "#contract/domain/snapshots/cell-style.ts";
import { formats } from "../../format/format.ts";
import type { GridColumn, GridSource } from "../grid-model.ts";
import { toCsv, toTsv } from "../input/export.ts";
import { layOut, totalsColumns } from "../layout.ts";
import { tableSource } from "../table-source.ts";
import { recordingContext, type Stroke } from "../testing/recording-context.ts";
import { dark, sampleGrid } from "../testing/sample-grid.ts";
import { GridPainter } from "./painter.ts";

const columns: readonly GridColumn[] = [
  { id: "name", header: "Name", width: 80, cell: { kind: "text", slot: 0, weight: 500, link: true } },
  {
    id: "price",
    header: "price%",
    width: 60,
    divider: true,
    cell: { kind: "figure", slot: 1, format: formats.signedPrice, ink: "sign" },
    total: { kind: "figure", slot: 0, format: formats.whole, ink: "up" },
  },
];
const names = ["SBIN", "M&M, a name of far too many letters", "TCS"];
const totals = table(1, 1, [158]);

function table(rows: number, slots: number, figures: readonly number[], options: Partial<GridSource> = {}): GridSource {
  const values = Float64Array.from(figures);
  return tableSource({ version: 1, rows, slots, values, styles: new Uint8Array(0), keySlot: 0 }, options);
}

const source = (list: readonly string[] = names) => table(3, 2, [2, 1.5, 1, -2, 7, 0], { names: list, totals });

function setUp() {
  const recording = recordingContext();
  const painter = new GridPainter(recording.context);
  const layout = layOut(columns, 140, 1, 24);
  return (changes: Parameters<ReturnType<typeof sampleGrid>["view"]>[0]): readonly Stroke[] => {
    recording.strokes.length = 0;
    painter.paint({ ...sampleGrid().view(), layout, ...changes }, 0);
    return [...recording.strokes];
  };
}

const texts = (strokes: readonly Stroke[]) =>
  strokes.flatMap((stroke) => (stroke.kind === "text" ? [stroke.text] : []));
const rects = (strokes: readonly Stroke[], fill: string) =>
  strokes.flatMap((stroke) => (stroke.kind === "rect" && stroke.fill === fill ? [stroke.box] : []));

describe("names", () => {
  it("are left-aligned, cut with an ellipsis, and a dash where there is none", () => {
    const strokes = setUp()({ source: source() });
    expect(texts(strokes).slice(0, 3)).toEqual(["TCS", "M&M, a nam\u2026", "-"]);
    expect(strokes.find((stroke) => stroke.kind === "text" && stroke.text === "TCS")).toMatchObject({
      align: "left",
      x: 8,
      font: expect.stringMatching(/^500 /),
    });
  });

  it("are painted anew with another list, though the numbers stay", () => {
    const paint = setUp();
    paint({ source: source() });
    expect(paint({ source: source() })).toEqual([]);
    expect(texts(paint({ source: source(["A", "B", "C"]) })).slice(0, 2)).toEqual(["C", "B"]);
  });

  it("are a link while their row is pointed at, and may have an ink of their own", () => {
    const paint = setUp();
    paint({ source: source() });
    const strokes = paint({ source: source(), hoverRow: 0 });
    const name = strokes.find((stroke) => stroke.kind === "text" && stroke.text === "TCS");
    expect(name).toMatchObject({ fill: dark.colours.accent });
    expect(rects(strokes, dark.colours.accent)).toEqual([[8, 18, 18, 1]]);
    const styled = { ...source(), style: (row: number) => (row === 2 ? inkCode("accent") : 0) };
    const dash = setUp()({ source: styled }).find((stroke) => stroke.kind === "text" && stroke.text === "-");
    expect(dash).toMatchObject({ fill: dark.colours.accent });
  });

  it("are copied and exported as they are, and nothing where there is none", () => {
    const placed = layOut(columns, 140, 1, 24).columns;
    expect(toTsv(source(), placed, 0, 2)).toBe("TCS\t1.50\nM&M, a name of far too many letters\t-2.00\n\t0.00");
    expect(toCsv(source(), placed)).toContain('\r\n"M&M, a name of far too many letters",-2.00\r\n');
  });
});

it("a row may have finer figures than its neighbours, on the screen and in exports", () => {
  const finer = { slot: 1, format: formats.price4 };
  const cell = { kind: "figure", slot: 0, format: formats.price, finer } as const;
  const layout = layOut([{ id: "ltp", header: "LTP", width: 80, cell }], 80, 1, 24);
  const prices = table(2, 2, [24_000.5, 0, 84.5025, 1]);
  expect(texts(setUp()({ source: prices, layout }))).toEqual(["24,000.50", "84.5025"]);
  expect(toTsv(prices, layout.columns, 0, 1)).toBe("24000.50\n84.5025");
});

describe("groups and totals", () => {
  it("a group begins with a thin line", () => {
    const strokes = setUp()({ source: source() });
    expect(rects(strokes, dark.colours.line)).toEqual([0, 24, 48].map((top) => [80, top, 1, 24]));
  });

  it("the row of totals shows each column's own total, and nothing elsewhere", () => {
    const layout = layOut(totalsColumns(columns), 140, 1, 24);
    const strokes = setUp()({ source: totals, layout, totals: true });
    expect(texts(strokes).filter((text) => text !== "")).toEqual(["158"]);
  });
});
