/** What crosses the threads for the OI graph. */

import type { ALL_STRIKES } from "#contract/domain/choices/strike-range.ts";
import type { TimeWindow } from "#contract/domain/choices/time-window.ts";

/** Strikes shown on each side of ATM. */
export const STRIKE_RANGES = [7, 14, 21] as const;
export type GraphRange = (typeof STRIKE_RANGES)[number];
export type TotalRange = GraphRange | typeof ALL_STRIKES;

export interface Params {
  readonly strikeRange: GraphRange;
  /** The strikes that the totals add up, whatever is shown. */
  readonly totalRange: TotalRange;
  readonly window: TimeWindow;
}

export const METRICS = ["oi", "changeInOI", "premium", "changeInPremium"] as const;
/** What a bar shows: OI in lakhs, premium (the option's last price) in rupees, and their changes. */
export type Metric = (typeof METRICS)[number];

/** One figure a strike and side; NaN is absent, drawn as no bar. */
export interface Sides {
  readonly CE: Float64Array;
  readonly PE: Float64Array;
}

/** Of both sides over the strikes shown; NaN where no contract has the figure. */
export interface MinMax {
  readonly min: number;
  readonly max: number;
}

/** OI in lakhs of units, prices in rupees. Everything is of one moment: the window's end, else the clock's. */
export interface Snapshot extends Readonly<Record<Metric, Sides>> {
  /** Ascending: `strikeRange` each side of ATM where the chain has them; all where ATM is not known. */
  readonly strikes: Float64Array;
  /** OI that the change counts from: at the window's start, or the previous day's. */
  readonly startOi: Sides;
  readonly minMax: Readonly<Record<Metric, MinMax>>;
  /** Over the strikes of `totalRange`: one figure a side. A change adds up the contracts that have both levels. */
  readonly totals: Readonly<Record<"oi" | "changeInOI" | "startOi", Sides>>;
  /** NaN where there is no spot and nothing that stands for it. */
  readonly atm: number;
  /** What ATM stands on, where it is not the spot. */
  readonly basis: "spot" | "future" | "forward" | "none";
  /** Last and previous close of the spot; of the future for a currency. */
  readonly price: number;
  readonly prevPrice: number;
  /** Of the whole chain. */
  readonly maxPain: number;
  /** Of the whole chain, 2 decimals, and in whole per cent against the previous day's. */
  readonly pcr: number;
  readonly pcrChange: number;
  /** Of a price: 2, or 4 for USDINR. */
  readonly decimals: 2 | 4;
  /** First and last time point of the day up to the clock, and minutes between two: what a custom window may span. */
  readonly first: number;
  readonly last: number;
  readonly cadence: number;
  /** The minute that is shown. */
  readonly to: number;
  /** The minute that changes count from, and the one that was asked for: a hole gives way to the filled one before it. */
  readonly from: number;
  readonly wantedFrom: number;
}
