/** What crosses the threads for the analysis of one future: rows over time, in view 1 with the total of each block. */
import type { Block } from "#contract/domain/choices/frames.ts";
import type { TableSnapshot } from "#contract/worker/table.ts";

export interface Params {
  readonly view: 1 | 2;
  /** Of view 1. */
  readonly rowsPerBlock: Block;
  /** Minutes, of view 2. A longer one takes its place where the day has fewer figures. */
  readonly frame: number;
  readonly isNewestFirst: boolean;
}

/** Slots of a row. The time is the minute that it ends at; half a minute more is the total of the block that ends there. */
export const TIME = 0;
/** Rupees. */
export const LTP = 1;
export const PRICE_CHANGE = 2;
/** Units. */
export const OI_CHANGE = 3;
export const VOLUME_CHANGE = 4;
export const BUILD_UP = 5;
export const SLOTS = 6;
export const BLOCK_TOTAL = 0.5;

export interface Snapshot extends TableSnapshot {
  readonly view: 1 | 2;
  /** The day, as a row. */
  readonly totals: Float64Array;
  /** Minutes of a row. */
  readonly frame: number;
  /** Minute of the IST day that rows count from. */
  readonly open: number;
  /** Minutes between the day's figures. */
  readonly cadence: number;
  readonly isListed: boolean;
  /** Rupees. */
  readonly price: number;
  readonly previousClose: number;
  /** Rupees; NaN where no spot is known, or while it stands still. */
  readonly spot: number;
  /** A fraction a year; NaN on the expiry day. */
  readonly carry: number;
  /** The day has no spots of the whole market. */
  readonly lacksSpots: boolean;
  /** Units. */
  readonly oi: number;
  readonly previousOi: number;
}
