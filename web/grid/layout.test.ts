import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formats } from "../format/format.ts";
import type { GridColumn } from "./grid-model.ts";
import { columnAt, contentHeight, firstRowBelow, layOut, rowAt, rowTop } from "./layout.ts";

const figure = (id: string, width: number, grow?: number): GridColumn => ({
  id,
  header: id,
  width,
  ...(grow === undefined ? {} : { grow }),
  cell: { kind: "figure", slot: 0, format: formats.price },
});

const edges = (columns: readonly GridColumn[], pane: number, scale = 1) =>
  layOut(columns, pane, scale, 24).columns.map(({ left, right }) => [left, right]);

describe("columns", () => {
  it("share what is spare by grow, and the last takes it without any", () => {
    expect(edges([figure("a", 100, 1), figure("b", 50), figure("c", 100, 3)], 290)).toEqual([
      [0, 110],
      [110, 160],
      [160, 290],
    ]);
    expect(edges([figure("a", 100), figure("b", 50)], 200)).toEqual([
      [0, 100],
      [100, 200],
    ]);
  });

  it("keep their width, and scroll sideways, when the pane is narrower", () => {
    const layout = layOut([figure("a", 100), figure("b", 150, 1)], 200, 1, 24);
    expect([layout.contentWidth, layout.paneWidth]).toEqual([250, 200]);
  });

  it("join without gap or overlap at any zoom, and never exceed a pane they fit", () => {
    const widths = fc.array(fc.integer({ min: 20, max: 200 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(
        widths,
        fc.integer({ min: 100, max: 3000 }),
        fc.constantFrom(1, 1.1, 1.25, 1.5, 2),
        (all, pane, scale) => {
          const layout = layOut(
            all.map((width, i) => figure(`c${i}`, width, i % 3)),
            pane,
            scale,
            24,
          );
          layout.columns.forEach((column, i) => {
            expect(column.left).toBe(i === 0 ? 0 : layout.columns[i - 1]?.right);
          });
          const fits = all.reduce((sum, width) => sum + width, 0) <= pane;
          if (fits) expect(layout.contentWidth).toBeLessThanOrEqual(layout.paneWidth);
        },
      ),
    );
  });

  it("are found by offset", () => {
    const layout = layOut([figure("a", 100), figure("b", 50)], 150, 1, 24);
    expect([-1, 0, 99, 100, 149, 150].map((x) => columnAt(layout, x))).toEqual([-1, 0, 0, 1, 1, -1]);
  });
});

describe("rows", () => {
  it("are found where they stand, with and without a band, at any zoom", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 1.1, 1.25, 1.5, 2),
        fc.constantFrom(22, 24, 28),
        fc.integer({ min: 0, max: 500 }),
        fc.oneof(fc.integer({ min: 0, max: 500 }), fc.constant(Number.POSITIVE_INFINITY)),
        (scale, height, row, band) => {
          const layout = layOut([figure("a", 100)], 100, scale, height);
          const top = rowTop(layout, band, row);
          expect(rowAt(layout, band, top)).toBe(row);
          expect(rowAt(layout, band, top + layout.rowHeight - 1)).toBe(row);
          expect(firstRowBelow(layout, band, top)).toBe(row);
        },
      ),
    );
  });

  it("are not on the band", () => {
    const layout = layOut([figure("a", 100)], 100, 1, 24);
    expect([47, 48, 69, 70].map((y) => rowAt(layout, 2, y))).toEqual([1, -1, -1, 2]);
    expect(firstRowBelow(layout, 2, 60)).toBe(2);
    expect([contentHeight(layout, 4, 2), contentHeight(layout, 4, Number.POSITIVE_INFINITY)]).toEqual([118, 96]);
  });
});
