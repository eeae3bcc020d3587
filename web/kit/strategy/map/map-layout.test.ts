import { describe, expect, it } from "vitest";
import { cellAt, HEAD, layOutMap, nearestOf, ROW_HEIGHT, spotTop, valueAt } from "./map-layout.ts";
import { stepOf } from "./paint-map.ts";

const spots = Float64Array.from({ length: 41 }, (_, i) => 23_200 + 50 * i);
const daysLeft = Array.from({ length: 12 }, (_, i) => 11 - i);
const values = Float64Array.from({ length: 41 * 12 }, (_, i) => i);
const map = { spots, daysLeft, values, deviation: daysLeft.map(() => 0.01) };
const layout = layOutMap(map, { width: 820, height: HEAD + 21 * ROW_HEIGHT }, 24_200);

describe("the map's layout", () => {
  it("shows the rows around the spot, the highest first, and now and the expiry among its columns", () => {
    expect(layout.rows).toHaveLength(21);
    expect(spots[layout.rows[10]!]).toBe(24_200);
    expect(layout.rows[0]).toBeGreaterThan(layout.rows.at(-1)!);
    expect([layout.columns[0], layout.columns.at(-1)]).toEqual([0, 11]);
  });

  it("shows every row where there is room, and stops at the ends", () => {
    expect(layOutMap(map, { width: 820, height: 2000 }, 24_200).rows).toHaveLength(41);
    expect(layOutMap(map, { width: 820, height: 200 }, 99_999).rows[0]).toBe(40);
  });

  it("finds the cell under a point, and its value", () => {
    const cell = cellAt(layout, layout.left + 1.5 * layout.cellWidth, HEAD + 10.5 * ROW_HEIGHT);
    expect(cell).toEqual({ row: 10, column: 1 });
    expect(valueAt(map, layout, cell!)).toBe(layout.columns[1]! * 41 + 20);
    expect(cellAt(layout, 0, HEAD)).toBeUndefined();
    expect(cellAt(layout, layout.left + 1, 0)).toBeUndefined();
  });

  it("places a spot between the rows", () => {
    expect(spotTop(layout, map, 24_200)).toBe(HEAD + 10.5 * ROW_HEIGHT);
    expect(spotTop(layout, map, 24_225)).toBe(HEAD + 10 * ROW_HEIGHT);
    expect(nearestOf(spots, 24_226)).toBe(21);
  });

  it("has five steps of colour", () => {
    expect([0, 1, 20, 21, 100, 120].map((value) => stepOf(value, 100))).toEqual([0, 1, 1, 2, 5, 5]);
    expect(stepOf(-60, 100)).toBe(3);
  });
});
