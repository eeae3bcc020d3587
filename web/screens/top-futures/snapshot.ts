/** What crosses the threads for the ranked futures: one list or all five, a row a future. */
import type { BoardMinutes, Measure } from "#contract/worker/futures-row.ts";
import type { TableSnapshot } from "#contract/worker/table.ts";

/** The filters, as the dropdown names them, and as their tables are headed. */
export const FILTERS = [
  "Top Price Gainers",
  "Top Price Losers",
  "Top OI Gainers",
  "Top OI Losers",
  "Volume Gainers",
] as const;
export type Filter = (typeof FILTERS)[number];

export interface Ranked {
  readonly title: string;
  readonly measure: Measure;
  readonly falling?: true;
}
export const RANKED: Readonly<Record<Filter, Ranked>> = {
  "Top Price Gainers": { title: "Top Gainers", measure: "price" },
  "Top Price Losers": { title: "Top Losers", measure: "price", falling: true },
  "Top OI Gainers": { title: "OI Gainers", measure: "oi" },
  "Top OI Losers": { title: "OI Losers", measure: "oi", falling: true },
  "Volume Gainers": { title: "Volume Gainers", measure: "volume" },
};

/** How many rows a list has at most. */
export const TOPS = [5, 10, 15, 20, 25] as const;
export type Top = (typeof TOPS)[number];

export interface Params {
  readonly lists: readonly Filter[];
  readonly top: Top;
  readonly minutes: BoardMinutes;
  /** Only futures whose name has these letters are shown. */
  readonly find: string;
  /** The rows stay where they are: the user points at one of them. */
  readonly isHeld: boolean;
}

/** A list that stands alone has columns of basis, carry and usual volume. */
export const isAlone = ({ lists }: Params): boolean => lists.length === 1;

export interface RankedList extends TableSnapshot {
  readonly filter: Filter;
  /** How many futures moved that way. */
  readonly qualify: number;
}

export interface Snapshot {
  readonly lists: readonly RankedList[];
  /** How many futures have which build-up, by its code. */
  readonly buildUps: Uint16Array;
  /** How many futures are listed, and how many of them have a price. */
  readonly futures: number;
  readonly priced: number;
  /** Basis and carry are shown, and there are no spots to tell them by. */
  readonly lacksSpots: boolean;
  /** Why no future has a usual volume where they are shown: no finished day is there, some are still being read and would move it, too few are there. */
  readonly daysLack: "all" | "pending" | "some" | undefined;
  /** Minute that the changes count from, where it is not the one asked for; else NaN. */
  readonly from: number;
}
