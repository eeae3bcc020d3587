/** What crosses the threads for the scanner: the server's answer there, a table of the contracts it names back. */

import type { Scan } from "#contract/domain/formula/scan.ts";
import type { Exchange } from "#contract/domain/instruments.ts";
import type { ScanFound } from "#contract/wire/http/scanner.ts";
import type { TableSnapshot, TableSort } from "#contract/worker/table.ts";

/** An answer of the server, and to what. */
export interface Found extends Scan, ScanFound {
  readonly exchange: Exchange;
  /** Grows with each answer. */
  readonly sequence: number;
}

export interface Params {
  /** Undefined until the server has answered. */
  readonly found: Found | undefined;
  readonly sort: TableSort;
  /** Only contracts whose name has these letters are shown. */
  readonly find: string;
}

/** Slots of a row. The key is the contract's token; name and symbol are places in the names. */
export const KEY = 0;
export const NAME = 1;
export const SYMBOL = 2;
export const PRICE = 3;
/** 1 where prices have four decimals. */
export const IS_FINE = 4;
export const PRICE_PERCENT = 5;
/** -1 to 1 of the greatest change. */
export const PRICE_BAR = 6;
export const OI_PERCENT = 7;
export const VOLUME = 8;
export const VOLUME_PERCENT = 9;
/** Last price over vwap, per cent. */
export const VWAP_PERCENT = 10;
export const BASIS = 11;
export const CARRY = 12;
export const BUILD_UP = 13;
/** Minute at which it came into the list; NaN where it was there when the scan began. */
export const SINCE = 14;
/** Minutes since then. */
export const AGE = 15;
export const SLOTS = 16;

/** By the id of the column that shows it. */
export const SLOT_OF: ReadonlyMap<string, number> = new Map([
  ["name", NAME],
  ["ltp", PRICE],
  ["price", PRICE_PERCENT],
  ["oi", OI_PERCENT],
  ["volume", VOLUME],
  ["volume-percent", VOLUME_PERCENT],
  ["vwap", VWAP_PERCENT],
  ["basis", BASIS],
  ["carry", CARRY],
  ["since", SINCE],
  ["age", AGE],
]);

/** A contract that came or went within so many minutes is news. */
export const NEWS_MINUTES = 15;

/** A contract that left the list, with the figures that it had there last. */
export interface Gone {
  readonly token: number;
  readonly name: string;
  /** Rupees. */
  readonly price: number;
  /** Its price has four decimals. */
  readonly isFine: boolean;
  /** Changes since the previous close and the previous day, per cent. */
  readonly percent: number;
  readonly oiPercent: number;
  /** Minute at which it came; NaN where it was there when the scan began. */
  readonly since: number;
  /** The condition that it fails and what that condition's fields are now; '' where it has no price. */
  readonly condition: string;
  readonly figures: Readonly<Record<string, number | null>>;
  /** Minute at which it was there no longer. */
  readonly at: number;
}

export interface Snapshot extends TableSnapshot {
  readonly names: string;
  /** Of the scan that the rows pass; '' before the first answer. */
  readonly formula: string;
  /** Minute of the answer; NaN before the first. */
  readonly scannedAt: number;
  readonly contracts: number;
  readonly unpriced: number;
  /** All that pass; those that the answer names are the most traded of them. */
  readonly matches: number;
  readonly named: number;
  /** How many came and went within 15 minutes; NaN while not all that pass are named. */
  readonly came: number;
  readonly left: number;
  /** Those that went, the latest first: as many as a reader takes in. */
  readonly gone: readonly Gone[];
  readonly conditions: readonly { readonly text: string; readonly passes: number }[];
}
