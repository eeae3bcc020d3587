/** What crosses the threads for PE-CE Difference: totals of puts and calls through the day, and their rows. */
import type { PricedOn } from "#contract/domain/choices/pricing.ts";
import type { StrikeChoice, StrikeList } from "#contract/domain/choices/strike-choice.ts";
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import type { SpotFacts } from "#contract/worker/spot-facts.ts";
import type { TableSnapshot } from "#contract/worker/table.ts";

/** What is added up over the chosen contracts. */
export const CATEGORIES = ["oi", "changeInOi", "volume", "price", "vega"] as const;
export type Category = (typeof CATEGORIES)[number];
/** Whether its figures are made of prices. */
export const isPriced = (category: Category): boolean => category === "price" || category === "vega";

/** What a difference says; `derive-trends.ts` has the rules. */
export const TRENDS = [
  "Neutral",
  "Bullish",
  "Bearish",
  "Balanced",
  "Put Premium",
  "Call Premium",
  "Delta Neutral",
  "Bear Exposure",
  "Bull Exposure",
  "Balanced Decay",
  "Put Decay Risk",
  "Call Decay Risk",
  "Balanced Vol",
  "Put Vol Risk",
  "Call Vol Risk",
] as const;
export type Trend = (typeof TRENDS)[number];

export type LineId = "pe" | "ce" | "difference" | "ema" | "spot" | "futureVwap";

export interface Params {
  readonly category: Category;
  readonly choice: StrikeChoice;
  /** Of the average of the difference, in points. */
  readonly period: number;
  /** Minutes of a row. A longer one takes its place where the day has fewer figures. */
  readonly frame: number;
  readonly isNewestFirst: boolean;
}

/**
 * Slots of a row. Totals and their changes since the row before are units, rupees or vega; a status is the sign of the
 * change; both are NaN in the first row.
 */
export const TIME = 0;
export const PE = 1;
export const PE_PERCENT = 2;
export const PE_CHANGE = 3;
export const PE_STATUS = 4;
export const CE = 5;
export const CE_PERCENT = 6;
export const CE_CHANGE = 7;
export const CE_STATUS = 8;
export const DIFFERENCE = 9;
export const DIFFERENCE_STATUS = 10;
/** -1 to 1 of the largest absolute difference. */
export const BAR = 11;
/** A place in `TRENDS`. */
export const TREND = 12;
export const FUTURE_VWAP = 13;
export const FUTURE_OI = 14;
export const FUTURE_OI_STATUS = 15;
export const FUTURE_LTP = 16;
export const FUTURE_LTP_STATUS = 17;
/** A build-up code. */
export const FUTURE_ANALYSIS = 18;
export const SPOT_LTP = 19;
export const SLOTS = 20;

export interface Snapshot extends TableSnapshot {
  readonly category: Category;
  /** Units, rupees or vega; spot and the future's VWAP in rupees. */
  readonly series: SeriesSet<LineId>;
  readonly strikes: StrikeList;
  readonly spot: SpotFacts;
  /** What prices and vega stand on, and which of the chosen contracts have none today; undefined for the other categories. */
  readonly pricedOn: PricedOn | undefined;
  /** What totals are divided by to be read: 1e7 (crore) from 1 crore on, 1e5 (lakh), or 1. */
  readonly divisor: number;
  /** Minutes of a row, the minute that rows count from, and minutes between the day's figures. */
  readonly frame: number;
  readonly open: number;
  readonly cadence: number;
  /** The latest difference, and its place in `TRENDS`. */
  readonly latest: number;
  readonly trend: number;
}
