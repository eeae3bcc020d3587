/**
 * End-of-day figures: what a day's official or recorded end says of every contract and underlying, with no minutes.
 *
 * They stand beside the archive's room-days and are none: such a day can be looked up (history of volatility, build-up,
 * the previous close), not replayed. Prices are scaled by the symbol's price scale, quantities are units; ABSENT where
 * the source says nothing.
 */
import type { Source } from "#contract/domain/columns.ts";
import type { IsoDate, PriceScale } from "#contract/domain/units.ts";

/** How much a row is worth: a later import never puts a lower one in place of a higher one. */
export const MENTIONED = 1;
/** A vendor's or a recorder's copy of the figure. */
export const RECORDED = 2;
/** A file of the exchange about this very thing. */
export const OFFICIAL = 3;
export type Rank = typeof MENTIONED | typeof RECORDED | typeof OFFICIAL;

/** An underlying on one day. */
export interface UnderlyingFigures {
  readonly symbol: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /** The official close. */
  readonly close: number;
  /** The last price; where a recorder says no close, the nearest to one. */
  readonly last: number;
  readonly prevClose: number;
  /** Shares; of an index ABSENT. */
  readonly volume: number;
  readonly rank: Rank;
}

/** A contract on one day. */
export interface ContractFigures {
  readonly expiry: IsoDate;
  /** FUT, CE or PE, as in the token table. */
  readonly type: number;
  /** Scaled; 0 for a future. */
  readonly strike: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /** As the exchange gives it, traded or not. */
  readonly close: number;
  readonly last: number;
  readonly settle: number;
  /** The source's own; of a future the previous settlement price. */
  readonly prevClose: number;
  readonly volume: number;
  readonly oi: number;
  /** The source's OI less its change. */
  readonly prevOi: number;
  /** Units per lot that day. */
  readonly lot: number;
  readonly rank: Rank;
}

export const PRICES = ["open", "high", "low", "close", "last", "settle", "prevClose"] as const;
export const QUANTITIES = ["volume", "oi", "prevOi"] as const;

/** All contracts of a symbol on one day as columns: futures first, then by expiry and strike, the call before the put. */
export interface DailyContracts {
  readonly symbol: string;
  readonly date: IsoDate;
  readonly priceScale: PriceScale;
  readonly length: number;
  readonly expiry: readonly IsoDate[];
  readonly type: Uint8Array;
  readonly strike: Int32Array;
  readonly prices: Readonly<Record<(typeof PRICES)[number], Int32Array>>;
  readonly quantities: Readonly<Record<(typeof QUANTITIES)[number], Float64Array>>;
  readonly lot: Int32Array;
  readonly rank: Uint8Array;
}

/** What is known of a day without reading its contracts. */
export interface DailyDay {
  readonly date: IsoDate;
  readonly source: Source;
  /** The same as long as every figure is. */
  readonly version: string;
  /** Names of the files it came from, sorted. */
  readonly origin: readonly string[];
  /** By symbol, sorted. */
  readonly underlyings: readonly UnderlyingFigures[];
  /** Symbols that have contracts, sorted, and how many. */
  readonly contracts: readonly { readonly symbol: string; readonly count: number }[];
}

/** The reader. It looks at the disk on each call; where two sources have a date, the real one answers. */
export interface DailyFigures {
  /** Dates from `from` to `to` (both included) that have figures, oldest first. */
  dates(from?: IsoDate, to?: IsoDate): Promise<readonly IsoDate[]>;
  /** undefined where there is none, or only a damaged one. */
  day(date: IsoDate): Promise<DailyDay | undefined>;
  /** The contracts of a symbol on a date; undefined where it has none. */
  contracts(date: IsoDate, symbol: string): Promise<DailyContracts | undefined>;
  /** An underlying over the dates that have it, oldest first. */
  underlying(symbol: string, from: IsoDate, to: IsoDate): Promise<readonly DatedFigures[]>;
}

export interface DatedFigures {
  readonly date: IsoDate;
  readonly figures: UnderlyingFigures;
}

/** The row of a contract; -1 where the day does not have it. */
export function contractRow(table: DailyContracts, expiry: IsoDate, type: number, strike: number): number {
  for (let row = 0; row < table.length; row++) {
    if (table.type[row] === type && table.strike[row] === strike && table.expiry[row] === expiry) return row;
  }
  return -1;
}
