/** What crosses the threads for OI Change: a row a strike, five intervals a side. */
import type { PricedOn } from "#contract/domain/choices/pricing.ts";
import type { SpotFacts } from "#contract/worker/spot-facts.ts";
import type { TableSnapshot } from "#contract/worker/table.ts";

/** What a cell says of its interval. */
export const METRICS = ["oi", "oiPercent", "volume", "price", "analysis", "vega"] as const;
export type Metric = (typeof METRICS)[number];
/** Whether its cells are made of prices. */
export const isPriced = (metric: Metric): boolean => metric === "price" || metric === "analysis" || metric === "vega";

/** Intervals on each side. */
export const COLUMNS = 5;

export interface Params {
  readonly metric: Metric;
  /** Minutes of an interval. A longer one takes its place where the day has fewer figures. */
  readonly frame: number;
  /** Minute of the IST day of the oldest interval; undefined: the latest five. */
  readonly start: number | undefined;
  /** Changes of OI and volume are divided by the lot. */
  readonly inLots: boolean;
  readonly isInverse: boolean;
}

/** Slots of a row: the strike, then per side five intervals (the oldest first), their bars, and the change since the previous day. */
export const STRIKE = 0;
export const SINCE_CLOSE = 2 * COLUMNS;
export const SINCE_CLOSE_BAR = SINCE_CLOSE + 1;
export const barOf = (column: number): number => COLUMNS + column;
const FIGURES = SINCE_CLOSE_BAR + 1;
/** @param side 0 for calls, 1 for puts */
export const sideSlot = (side: number, figure: number): number => 1 + side * FIGURES + figure;
export const SLOTS = sideSlot(2, 0);

export interface Snapshot extends TableSnapshot {
  /** Of all strikes, as a row; the first slot is 0 for its word. */
  readonly totals: Float64Array;
  readonly metric: Metric;
  readonly inLots: boolean;
  readonly frame: number;
  readonly cadence: number;
  /** Minutes of the IST day that the five intervals end at, as far as there are five; the oldest first. */
  readonly times: Float64Array;
  /** Minutes that the newest interval of the day has run, where it is the last column and still runs; else 0. */
  readonly partial: number;
  /** Minutes of all intervals of the day that may be the first column. */
  readonly starts: Float64Array;
  /** The band stands above this row; -1: none. */
  readonly splitRow: number;
  /** What it stands at: in the closing auction another price than the spot. */
  readonly standing: Pick<SpotFacts, "basis" | "spot">;
  /** The change of OI since the previous day, units, and in per cent of that day's, for calls and puts. */
  readonly sinceClose: readonly [ce: number, pe: number];
  readonly sinceClosePercent: readonly [ce: number, pe: number];
  readonly spot: SpotFacts;
  /** What prices and vega stand on, and which contracts have none today; undefined where neither is shown. */
  readonly pricedOn: PricedOn | undefined;
}
