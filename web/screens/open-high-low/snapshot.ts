/** What crosses the threads for Open = High / Open = Low: the strikes whose open was the extreme of the first minutes. */
import type { SpotFacts } from "#contract/worker/spot-facts.ts";
import type { TableSnapshot, TableSort } from "#contract/worker/table.ts";

export const TIMEFRAMES = [1, 2, 3, 5, 10, 15, 30, 60] as const;
export const RANGE_ALL = 11;
export const RANGES = [RANGE_ALL, 5, 6, 7, 8, 9, 10] as const;
/** 'all' shows every strike; no control chooses it. */
export type Mode = "high" | "low" | "all";

export interface Params {
  readonly mode: Mode;
  /** Opens have to be above it; rupees. */
  readonly filter: number;
  /** Minutes from the open in which the extreme has to stand. */
  readonly timeframe: number;
  /** Strikes on each side of the one at the money, or `RANGE_ALL`. */
  readonly range: number;
  readonly sort: TableSort;
}

/** Slots of a row: the strike, then a side's figures in rupees; NaN where the side does not qualify. */
export const STRIKE = 0;
/** Token of the contract. */
export const KEY = 0;
export const OPEN = 1;
/** The extreme of the first minutes: High, or Low. */
export const MAIN = 2;
export const NEW_HIGH = 3;
export const NEW_LOW = 4;
/** How far the price is from the open, against the extreme; infinite, shown as '-', where the extreme was broken. */
export const POINTS = 5;
/** Minute of the IST day that broke the extreme; UNHIT where none did. */
export const HIT_TIME = 6;
/** The same for sorting: NaN where none did. */
export const HIT_ORDER = 7;
/** Per cent of the open that the price has moved away, at most 100; `H_BREAK` or `L_BREAK` once the extreme is broken. */
export const PROGRESS = 8;
/** 0 to 1. */
export const BAR = 9;
export const LTP = 10;
const FIGURES = 11;
/** @param side 0 for calls, 1 for puts */
export const sideSlot = (side: number, figure: number): number => 1 + side * FIGURES + figure;
export const SLOTS = sideSlot(2, 0);

/** No hit: shown as '-'. */
export const UNHIT = -1;
export const H_BREAK = -1;
export const L_BREAK = -2;

/** By the id of the column that sorts. */
export const SLOT_OF: ReadonlyMap<string, number> = new Map([
  ["strike", STRIKE],
  ["ce:hit", sideSlot(0, HIT_ORDER)],
  ["pe:hit", sideSlot(1, HIT_ORDER)],
]);

/** Of a side: contracts that qualify, those of them that were broken, and those whose open is above the filter. */
export interface Counts {
  readonly qualified: number;
  readonly broken: number;
  readonly traded: number;
}

export interface Snapshot extends TableSnapshot {
  readonly mode: Mode;
  readonly counts: readonly [ce: Counts, pe: Counts];
  /** Minute at which the first minutes are over, while they are not; NaN after. */
  readonly formingUntil: number;
  /** Why nothing can be said of this day: it has no opens, or its first minutes are missing. */
  readonly lacks: "" | "opens" | "start";
  readonly spot: SpotFacts;
}
