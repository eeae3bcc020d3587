import { describe, expect, test } from "vitest";
import { timeFormat } from "../../format/format.ts";
import { CELL_WIDTH, cellAt, columnLeft, layOut, SPINE } from "./layout.ts";
import { hasTime, shortCount, spotY, stepOf } from "./paint.ts";

describe("where cells stand", () => {
  const layout = layOut({ width: 1366, height: 590 }, 21, 128, 10);

  test("whole columns only, the newest next to the strikes on both sides", () => {
    expect(layout).toMatchObject({ rows: 21, rowHeight: 24, firstRow: 0, columns: 52, firstColumn: 76 });
    expect(columnLeft(layout, 0, 127)).toBe(layout.spineLeft - CELL_WIDTH);
    expect(columnLeft(layout, 1, 127)).toBe(layout.spineLeft + SPINE);
    expect(columnLeft(layout, 1, 126)).toBe(layout.spineLeft + SPINE + CELL_WIDTH);
  });

  test("a point is in the cell that is drawn there, on either side; on the strikes and beyond there is none", () => {
    for (const side of [0, 1] as const)
      for (const column of [76, 100, 127]) {
        const x = columnLeft(layout, side, column) + 5;
        expect(cellAt(layout, x, 3 * layout.rowHeight + 1)).toEqual({ row: 3, column, side });
      }
    expect(cellAt(layout, layout.spineLeft + SPINE / 2, 10)).toBeUndefined();
    expect(cellAt(layout, 20, 10)).toBeUndefined();
    expect(cellAt(layout, columnLeft(layout, 0, 100), 21 * layout.rowHeight)).toBeUndefined();
  });

  test("a low pane shows the rows around the money", () => {
    const low = layOut({ width: 800, height: 200 }, 21, 10, 15);
    expect(low).toMatchObject({ rows: 5, firstRow: 13, columns: 10, firstColumn: 0 });
    expect(layOut({ width: 800, height: 200 }, 21, 10, 20).firstRow).toBe(16);
    expect(layOut({ width: 800, height: 200 }, 21, 0, -1).columns).toBe(0);
  });

  test("a high pane shares its height among the rows, as long as cells stay cells", () => {
    const heightOf = (height: number, strikes: number): number =>
      layOut({ width: 1920, height }, strikes, 10, 5).rowHeight;
    expect([heightOf(902, 21), heightOf(902, 31), heightOf(1262, 21)]).toEqual([39, 26, 56]);
  });

  test("the spot stands between the strikes like a price; outside them nowhere", () => {
    const strikes = Float64Array.of(120, 110, 100);
    const three = layOut({ width: 800, height: 400 }, 3, 10, 1);
    expect(spotY(strikes, 120, three)).toBe(three.rowHeight / 2);
    expect(spotY(strikes, 105, three)).toBe(2 * three.rowHeight);
    expect(spotY(strikes, 121, three)).toBeNaN();
    expect(spotY(strikes, Number.NaN, three)).toBeNaN();
  });
});

describe("which columns have their time written", () => {
  const written = (open: number, close: number, frame: number): string[] => {
    const times = Float64Array.from({ length: (close - open) / frame }, (_, i) => open + (i + 1) * frame);
    const columns = Array.from(times.keys()).filter((column) => hasTime({ times, frame }, column));
    return columns.slice(0, 3).map((column) => timeFormat.text(times[column]!));
  };
  test.each([
    [3, ["09:30", "10:00", "10:30"]],
    [6, ["09:33", "10:03", "10:33"]],
    [15, ["10:00", "11:00", "12:00"]],
    [30, ["10:15", "12:15", "14:15"]],
    [60, ["12:15"]],
  ])("of a day from 09:15 in intervals of %i minutes", (frame, times) => {
    expect(written(555, 915, frame)).toEqual(times);
  });
  test.each([
    [3, ["09:30", "10:00", "10:30"]],
    [6, ["09:30", "10:00", "10:30"]],
    [15, ["10:00", "11:00", "12:00"]],
    [30, ["10:00", "12:00", "14:00"]],
    [60, ["12:00", "16:00"]],
  ])("of a day from 09:00 in intervals of %i minutes", (frame, times) => {
    expect(written(540, 1020, frame)).toEqual(times);
  });
});

describe("how strong a cell is", () => {
  const thresholds = [5, 20, 50, 100, 200];
  test.each([
    [4.9, -1],
    [5, 0],
    [-5, 0],
    [19, 0],
    [20, 1],
    [-100, 3],
    [1e9, 4],
    [0, -1],
    [Number.NaN, -1],
  ])("%f is step %i", (change, step) => expect(stepOf(change, thresholds)).toBe(step));

  test("sums fit their column", () => {
    expect([shortCount(98_309), shortCount(-584), shortCount(0), shortCount(181_144)]).toEqual([
      "+98,309",
      "\u2212584",
      "0",
      "+1.81 L",
    ]);
    expect([99_999_000, 119_618_000, -9_999_400_000].map(shortCount)).toEqual([
      "+999.99 L",
      "+11.96 Cr",
      "\u22121,000 Cr",
    ]);
  });
});
