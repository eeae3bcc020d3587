/** What crosses the threads for the heat map: strikes by intervals of the day, calls and puts. */
import type { SpotFacts } from "#contract/worker/spot-facts.ts";

/** Strikes on each side of the one at the money. */
export const RANGES = [5, 7, 10, 15] as const;
export type Metric = "oi" | "volume";

export interface Params {
  readonly metric: Metric;
  /** Minutes of an interval. A longer one takes its place where the day has fewer figures. */
  readonly frame: number;
  readonly range: number;
}

/** Cell (row, column) of a side is at `row * columns + column`; NaN where an end of the interval is not known. */
export interface SideCells {
  /** Change over the interval, units. */
  readonly change: Float64Array;
  /** In per cent of what there was. */
  readonly percent: Float64Array;
  /** Last price at the end of the interval, rupees. */
  readonly ltp: Float64Array;
  /** Changes of the rows added up, by column. */
  readonly net: Float64Array;
}

export interface Snapshot {
  readonly metric: Metric;
  readonly frame: number;
  readonly cadence: number;
  /** Rupees, the highest first. */
  readonly strikes: Float64Array;
  /** Row of the strike at the money; -1: not known. */
  readonly atmRow: number;
  /** Minutes of the IST day that the intervals end at, the oldest first; all have `frame` minutes but the last. */
  readonly times: Float64Array;
  /** The minute that the first one begins at. */
  readonly begin: number;
  /** 1 where an interval has no figure because of a hole. */
  readonly isGap: Uint8Array;
  /** The newest interval still runs. */
  readonly isPartial: boolean;
  readonly ce: SideCells;
  readonly pe: SideCells;
  /** What stands for the spot at the end of each interval, rupees. */
  readonly spotLine: Float64Array;
  /** Absolute changes, units, from which on a cell is a step stronger; ascending. */
  readonly thresholds: readonly number[];
  readonly lot: number;
  readonly spot: SpotFacts;
}
