/** What crosses the threads for the chart of one future. */
import type { RollKind } from "#contract/domain/choices/roll-kind.ts";
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";

export type LineId = "price" | "vwap" | "oi" | "coi" | "basis";

export interface Params {
  /** Combined OI: of all expiries of the future. */
  readonly coi: boolean;
}

export interface Snapshot {
  /** Rupees; changes of OI in lakh. */
  readonly series: SeriesSet<LineId>;
  /** Whether the symbol has a future of this expiry. */
  readonly isListed: boolean;
  /** Minute that the changes of OI count from, and those of combined OI; NaN: the previous day's. */
  readonly oiFrom: number;
  readonly coiFrom: number;
  /** Expiries whose figures cannot be had: combined OI is not known without them. */
  readonly lacking: readonly string[];
  readonly price: number;
  readonly previousClose: number;
  /** Rupees; NaN where no spot is known, or while it stands still. */
  readonly spot: number;
  /** A fraction a year; NaN on the expiry day. */
  readonly carry: number;
  /** Calendar days to the expiry. */
  readonly days: number;
  /** With combined OI: the part of it that is rolled over, by what counts as that; a fraction. */
  readonly rolled: Readonly<Record<RollKind, number>>;
  /** What the next expiry is dearer, a fraction and a fraction a year. */
  readonly rollCost: number;
  readonly rollCostYearly: number;
}

/** Futures that are listed too thinly for combined OI. */
const WITHOUT_COI: readonly string[] = ["SENSEX", "BANKEX", "FINNIFTY", "MIDCPNIFTY", "USDINR"];
export const hasCoi = (symbol: string): boolean => !WITHOUT_COI.includes(symbol);
