/** Lines of a user's own formulas, made of a screen's lines. */
import { expect, test } from "vitest";
import { compileFormula } from "#contract/domain/formula/compile.ts";
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { createOwnLines } from "./own-lines.ts";

const GAP = Number.NaN;

/** What a screen with this snapshot gives with lines of these formulas. */
function withLines(
  snapshot: unknown,
  formulas: readonly string[],
  names: readonly string[] = ["pcr", "spot"],
): unknown {
  const ownLines = formulas.map((id) => {
    const compiled = compileFormula(id, names);
    if (!compiled.ok) throw new Error(compiled.error.message);
    return { id, program: compiled.program };
  });
  return createOwnLines().add(snapshot, { type: "pcr", ...(ownLines.length > 0 && { ownLines }) });
}

function linesOf(series: SeriesSet<string>, ...formulas: readonly string[]) {
  const { series: made } = withLines({ series }, formulas) as { readonly series: SeriesSet<string> };
  return formulas.map((id) => Array.from(made.lines[id] ?? []));
}

const minutes = (cadence: number, pcr: readonly number[], spot: readonly number[] = pcr): SeriesSet<string> => ({
  x: { open: minute(555), cadence },
  lines: { pcr: Float64Array.from(pcr), spot: Float64Array.from(spot) },
});

test("an own line is computed minute by minute; a gap of what it reads is its gap", () => {
  const day = minutes(1, [1, GAP, 2], [100, 110, 120]);
  expect(linesOf(day, "pcr * spot", "pcr > 1")).toEqual([
    [100, GAP, 240],
    [0, GAP, 1],
  ]);
});

test("it looks back along the lines, and to their first figures", () => {
  const day = minutes(1, [GAP, 2, 3, 5]);
  expect(linesOf(day, "lag(pcr, 1)", "change(pcr)")).toEqual([
    [GAP, GAP, 2, 3],
    [GAP, 0, 1, 3],
  ]);
});

test("in a day of every five minutes the figures before stand for a minute; a longer hole stays one", () => {
  const day = minutes(5, [1, GAP, GAP, GAP, GAP, 2, GAP, GAP, GAP, GAP, GAP, GAP, 9]);
  expect(linesOf(day, "lag(pcr, 2)")[0]).toEqual([GAP, GAP, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, GAP]);
});

test("on lines over days it looks back by days", () => {
  const x = { dates: [isoDate("2026-08-17"), isoDate("2026-08-18")] };
  expect(linesOf({ ...minutes(1, [3, 4]), x }, "pcr - lag(pcr, 1)")).toEqual([[GAP, 1]]);
});

test("a line that the screen does not have now gives gaps", () => {
  const made = withLines({ series: minutes(1, [1, 2]) }, ["gone + pcr"], ["gone", "pcr"]) as {
    series: SeriesSet<string>;
  };
  expect(made.series.lines["gone + pcr"]).toEqual(Float64Array.of(GAP, GAP));
});

test("who asks for no line gets what the screen gives; a screen without lines takes none", () => {
  const snapshot = { series: minutes(1, [1]) };
  expect(withLines(snapshot, [])).toBe(snapshot);
  const table = { rows: 3 };
  expect(withLines(table, ["pcr"])).toBe(table);
  expect(withLines(undefined, ["pcr"])).toBeUndefined();
});
