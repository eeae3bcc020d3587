/** What crosses the threads for premium decay. */

import type { StrikeChoice, StrikeList } from "#contract/domain/choices/strike-choice.ts";
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import type { TableSnapshot } from "#contract/worker/table.ts";

export type LineId = "ce" | "pe" | "both" | "spot" | "future";

export interface Params {
  readonly choice: Extract<StrikeChoice, { kind: "chosen" }>;
}

/** Slots of a row of the table by strike: the changes of premium in rupees, and the lengths of their bars, 0 to 1. */
export const STRIKE = 0;
export const CE_CHANGE = 1;
export const PE_CHANGE = 2;
export const CE_BAR = 3;
export const PE_BAR = 4;
export const SLOTS = 5;

/** What the changes count from. */
export interface Base {
  /** Minute of the IST day; NaN before there is one. */
  readonly minute: number;
  /** The premiums then, added up; rupees, NaN without a priced contract. */
  readonly ce: number;
  readonly pe: number;
  /** Contracts that had a price then, and those that are chosen. */
  readonly priced: number;
  readonly chosen: number;
}

/** The change of premium in each half-hour; the first begins at the base, the last ends now. */
export interface HalfHours {
  /** Minutes of the IST day that they end at. */
  readonly to: Float64Array;
  readonly ce: Float64Array;
  readonly pe: Float64Array;
}

/** The rows are the chosen strikes. */
export interface Snapshot extends TableSnapshot {
  /** Changes of premium since the base, summed, and prices; rupees. */
  readonly series: SeriesSet<LineId>;
  readonly strikes: StrikeList;
  readonly base: Base;
  readonly halfHours: HalfHours;
}
