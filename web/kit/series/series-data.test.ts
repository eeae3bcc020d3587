import { expect, test } from "vitest";
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { seriesData } from "./series-data.ts";

const lines: SeriesSet<string>["lines"] = { a: Float64Array.of(1, 2, 3) };

test("the lines of a chart stand on their minutes; one that the snapshot does not have yet is a gap", () => {
  const { x, columns, cadence } = seriesData({ x: { open: minute(555), cadence: 5 }, lines }, ["b", "a"]);
  expect([Array.from(x), cadence]).toEqual([[555, 556, 557], 5]);
  expect(columns.map((column) => Array.from(column))).toEqual([
    [Number.NaN, Number.NaN, Number.NaN],
    [1, 2, 3],
  ]);
});

test("lines over days stand on day numbers", () => {
  const dates = [isoDate("2026-08-17"), isoDate("2026-08-18")];
  const { x } = seriesData({ x: { dates }, lines: { a: Float64Array.of(1, 2) } }, ["a"]);
  expect((x[1] as number) - (x[0] as number)).toBe(1);
});

test("a snapshot without lines has no points", () => {
  const { x, columns } = seriesData({ x: { open: minute(555), cadence: 1 }, lines: {} as typeof lines }, ["a"]);
  expect([x.length, columns[0]?.length]).toEqual([0, 0]);
});
