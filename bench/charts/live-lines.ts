/**
 * The lines every competitor draws: 62 series of 376 minutes, a session of a chart with a line a strike. A tick moves
 * the last point of each; every fourth one is a new minute, and the oldest leaves. Seeded: the same in every page.
 */
import type { CellText } from "../browser/bench-page.ts";
import { createRandom } from "../synthetic/random.ts";

export const SERIES = 62;
export const POINTS = 376;
const TICKS_A_MINUTE = 4;
const OPEN_MINUTE = 555;

export interface LiveLines {
  /** Minutes, ascending; moved along in place. */
  readonly x: Float64Array;
  readonly columns: readonly Float64Array[];
  /** True when a minute came in. */
  step(): boolean;
}

export function createLiveLines(seed = 20_260_818): LiveLines {
  const random = createRandom(seed);
  const x = Float64Array.from({ length: POINTS }, (_, i) => OPEN_MINUTE + i);
  const columns = Array.from({ length: SERIES }, (_, s) => {
    const column = new Float64Array(POINTS);
    let value = 100 + s * 10;
    for (let i = 0; i < POINTS; i++) {
      column[i] = value;
      value = walk(value);
    }
    return column;
  });
  let tick = 0;
  function walk(from: number): number {
    return Math.round((from + random.normal() * 2) * 100) / 100;
  }
  return {
    x,
    columns,
    step() {
      const isNewMinute = ++tick % TICKS_A_MINUTE === 0;
      if (isNewMinute) shift(x)[POINTS - 1] = x[POINTS - 2]! + 1;
      for (const column of columns) {
        const last = isNewMinute ? shift(column)[POINTS - 2]! : column[POINTS - 1]!;
        column[POINTS - 1] = walk(last);
      }
      return isNewMinute;
    },
  };
}

function shift(column: Float64Array): Float64Array {
  column.copyWithin(0, 1);
  return column;
}

/** A colour of its own for each series, cheap to compare on the screen. */
export const colourOf = (series: number): string => `hsl(${Math.round((series * 360) / SERIES)} 60% 60%)`;

/** Last values of some series as the competitor holds them, and as the data say. */
export const lookAt = (lines: LiveLines, held: (series: number) => number | undefined): readonly CellText[] =>
  [0, 17, SERIES - 1].map((series) => ({
    row: POINTS - 1,
    column: series,
    shown: held(series)?.toFixed(2),
    expected: lines.columns[series]![POINTS - 1]!.toFixed(2),
  }));
