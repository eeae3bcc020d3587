/** What crosses the threads for the watch list: one row a future, and its changes over seven stretches of time. */
import type { TableSnapshot, TableSort } from "#contract/worker/table.ts";

/** Minutes that changes count back; 0 is 'Current', since the previous day. */
export const WINDOWS = [0, 1, 3, 5, 10, 15, 60] as const;
export const MEASURES = ["price", "oi", "vol"] as const;
export type Measure = (typeof MEASURES)[number];

type ColumnId = "sector" | "name" | "ltp" | "basis" | "carry" | `${(typeof WINDOWS)[number]}-${Measure}`;

/** Slots of a row. The key is the future's token; name and sector are places in the names. */
export const KEY = 0;
export const NAME = 1;
export const SECTOR = 2;
export const PRICE = 3;
/** 1 where prices have four decimals. */
export const IS_FINE = 4;
/** Future less spot, rupees, and what that is a year, per cent. */
export const BASIS = 5;
export const CARRY = 6;
export const changeSlot = (window: number, measure: number): number => 7 + window * MEASURES.length + measure;
export const SLOTS = changeSlot(WINDOWS.length, 0);

/** By the id of the column that shows it; undefined for what is no column. */
export const SLOT_OF: ReadonlyMap<string, number> = new Map<ColumnId, number>([
  ["name", NAME],
  ["sector", SECTOR],
  ["ltp", PRICE],
  ["basis", BASIS],
  ["carry", CARRY],
  ...WINDOWS.flatMap((minutes, w) =>
    MEASURES.map((measure, m): [ColumnId, number] => [`${minutes}-${measure}`, changeSlot(w, m)]),
  ),
]);

/** Slots of the row of totals: the words, then advances, declines and unchanged of each stretch. */
export const TOTALS_LABEL = 0;
export const moveSlot = (window: number, move: number): number => 1 + window * MEASURES.length + move;
export const TOTALS_SLOTS = moveSlot(WINDOWS.length, 0);

export interface Params {
  /** The futures of the list, by symbol; undefined: all. */
  readonly symbols: readonly string[] | undefined;
  readonly sort: TableSort;
  /** Only futures whose name has these letters are shown; the totals are those of the list. */
  readonly find: string;
  /** Changes in per cent; else in rupees, units and units. */
  readonly isPercentage: boolean;
  /** Basis and carry are shown. */
  readonly hasBasis: boolean;
}

export interface Snapshot extends TableSnapshot {
  readonly names: string;
  /** Of the list. */
  readonly totals: Float64Array;
  readonly isPercentage: boolean;
  /** The first so many names are those of the futures in the room. */
  readonly futures: number;
  /** Of the list: how many there are, and how many of them have a price. */
  readonly listed: number;
  readonly priced: number;
  /** Basis and carry are shown, and there are no spots to tell them by. */
  readonly lacksSpots: boolean;
}
