/**
 * The lines every competitor draws, over the 376 minutes of a session. A tick moves the last point of each; every fourth one
 * is a new minute, and the oldest leaves. Seeded: the same in every page.
 */
import type { CellText } from "../browser/bench-page.ts";
import { createRandom } from "../synthetic/random.ts";

export const POINTS = 376;
const TICKS_A_MINUTE = 4;
const OPEN_MINUTE = 555;

interface Workload {
  readonly series: number;
  /** Where the first line begins, how far the next one stands from it, and how far a line goes in a minute. */
  readonly from: number;
  readonly apart: number;
  readonly stray: number;
}
/** Both sides of 31 strikes, in rupees. */
const PRICES: Workload = { series: 62, from: 100, apart: 10, stray: 2 };
/** Both sides of 15 strikes, in per cent: lines that lie close together and cross often. */
const IVS: Workload = { series: 30, from: 11, apart: 0.4, stray: 0.06 };

/** What the page that asks draws: pages of IV have names that say so. */
export const workload = location.pathname.startsWith("/iv-") ? IVS : PRICES;

export interface LiveLines {
  /** Minutes, ascending; moved along in place. */
  readonly x: Float64Array;
  readonly columns: readonly Float64Array[];
  /** True when a minute came in. */
  step(): boolean;
}

export function createLiveLines(): LiveLines {
  const { series, from, apart, stray } = workload;
  const random = createRandom(20_260_818);
  const x = Float64Array.from({ length: POINTS }, (_, i) => OPEN_MINUTE + i);
  const columns = Array.from({ length: series }, (_, s) => {
    const column = new Float64Array(POINTS);
    let value = from + s * apart;
    for (let i = 0; i < POINTS; i++) {
      column[i] = value;
      value = walk(value);
    }
    return column;
  });
  let tick = 0;
  function walk(value: number): number {
    return Math.round((value + random.normal() * stray) * 100) / 100;
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
export const colourOf = (series: number): string => `hsl(${Math.round((series * 360) / workload.series)} 60% 60%)`;

/** Last values of some series as the competitor holds them, and as the data say. */
export const lookAt = (lines: LiveLines, held: (series: number) => number | undefined): readonly CellText[] =>
  [0, 17, lines.columns.length - 1].map((series) => ({
    row: POINTS - 1,
    column: series,
    shown: held(series)?.toFixed(2),
    expected: lines.columns[series]![POINTS - 1]!.toFixed(2),
  }));
