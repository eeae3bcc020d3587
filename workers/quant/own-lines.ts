/** Makes the lines of a user's own formulas of the lines of any screen. */

import type { Source } from "#contract/domain/formula/compile.ts";
import { createEvaluator, type Evaluator } from "#contract/domain/formula/evaluate.ts";
import { hasSeries, type SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import { type OwnLine, ownLinesOf } from "#contract/worker/own-lines.ts";

type Lines = Readonly<Record<string, Float64Array>>;

/** Of one pane or watch: the columns that it computes in are used again. */
export interface OwnLinesMaker {
  /** @returns the snapshot with the lines that the params ask for; itself where they ask for none, or it has no lines. */
  add(snapshot: unknown, params: unknown): unknown;
}

export function createOwnLines(): OwnLinesMaker {
  const evaluator = createEvaluator();
  return {
    add(snapshot, params) {
      const ownLines = ownLinesOf(params);
      if (ownLines.length === 0 || !hasSeries(snapshot)) return snapshot;
      return { ...snapshot, series: addLines(snapshot.series, ownLines, evaluator) };
    },
  };
}

function addLines(series: SeriesSet<string>, ownLines: readonly OwnLine[], evaluator: Evaluator): SeriesSet<string> {
  const lines: Record<string, Float64Array> = { ...series.lines };
  const length = Object.values(series.lines)[0]?.length ?? 0;
  const cadence = "dates" in series.x ? 1 : series.x.cadence;
  for (const { id, program } of ownLines) {
    const out = new Float64Array(length);
    const columns = program.sources.map((source) => columnOf(series.lines, source, length, cadence));
    evaluator.run(program, columns, length, out);
    lines[id] = out;
  }
  return { ...series, lines };
}

/** A line as a formula reads it, by point; gaps where the screen has no such line now. */
function columnOf(lines: Lines, { field, lag }: Source, length: number, cadence: number): Float64Array {
  const line = lines[field];
  if (line && lag === 0) return line;
  const column = new Float64Array(length).fill(Number.NaN);
  if (!line) return column;
  if (lag === "open") return column.fill(line.find((value) => !Number.isNaN(value)) ?? Number.NaN);
  for (let i = lag; i < length; i++) {
    // Of a day that is recorded every five minutes the last figures before stand for the minute.
    for (let at = i - lag; at >= 0 && at > i - lag - cadence; at--) {
      column[i] = line[at]!;
      if (!Number.isNaN(column[i])) break;
    }
  }
  return column;
}
