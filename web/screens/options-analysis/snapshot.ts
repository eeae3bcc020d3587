/** What crosses the threads for Options Analysis: rows over time of one contract (view 1), or of a call and a put (view 2). */
import type { Block } from "#contract/domain/choices/frames.ts";
import type { StrikeList } from "#contract/domain/choices/strike-choice.ts";
import type { SpotFacts } from "#contract/worker/spot-facts.ts";
import type { TableSnapshot } from "#contract/worker/table.ts";

/** A strike in rupees, or the strike at the money. */
export type Strike = "atm" | number;

export interface Params {
  readonly view: 1 | 2;
  /** Of the call, and of the put; view 1 reads the one of its side. */
  readonly strikes: readonly [ce: Strike, pe: Strike];
  /** Of view 1. */
  readonly side: "ce" | "pe";
  readonly rowsPerBlock: Block;
  /** Minutes, of view 2. A longer one takes its place where the day has fewer figures. */
  readonly frame: number;
  readonly isNewestFirst: boolean;
}

/** Slots of a row: its minute of the IST day, then the figures of a side. View 1 has one side, and its block's sums so far. */
export const TIME = 0;
export const BUILD_UP = 0;
export const VOLUME = 1;
export const VOLUME_CHANGE = 2;
/** Length of the bar, 0 to 1 of the longest of both sides. */
export const VOLUME_BAR = 3;
export const OI = 4;
export const OI_CHANGE = 5;
export const LTP = 6;
export const PRICE_CHANGE = 7;
const FIGURES = 8;
export const sideSlot = (side: number, figure: number): number => 1 + side * FIGURES + figure;
/** Long Build, Short Build, Long Unwind, Short Cover, as `market/futures/build-up-sums.ts` has them; units. */
export const sumSlot = (sum: number): number => sideSlot(1, sum);
export const SLOTS = sideSlot(2, 0);

/** Slots of the totals: a place for the word, then the day's four sums and their net of each side. */
export const TOTALS_LABEL = 0;
const SUMS_OF_SIDE = 5;
export const NET = 4;
export const totalSlot = (side: number, sum: number): number => 1 + side * SUMS_OF_SIDE + sum;
export const TOTALS_SLOTS = totalSlot(2, 0);

export interface Snapshot extends TableSnapshot {
  readonly view: 1 | 2;
  readonly totals: Float64Array;
  /** Minutes of a row. */
  readonly frame: number;
  /** Minute of the IST day that rows count from. */
  readonly open: number;
  /** The strikes of the call and the put, rupees; NaN where none is known. */
  readonly shown: readonly [ce: number, pe: number];
  readonly strikes: StrikeList;
  /** Minutes between the day's figures. */
  readonly cadence: number;
  readonly spot: SpotFacts;
}
