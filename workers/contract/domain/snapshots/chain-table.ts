/**
 * An option chain as a table: what a screen asks for, the snapshot that the derivation makes of it, and where its numbers
 * stand. Both threads read it.
 */

import type { PricedOn } from "../choices/pricing.ts";
import type { Program } from "../formula/compile.ts";

/** Every built-in column, by the key that views store and headers show. */
export const COLUMN_KEYS = [
  "Analysis",
  "OI",
  "OI Lakh",
  "OI Lot",
  "OI Chg",
  "OIChg Lakh",
  "OIChg Lot",
  "OI Chg%",
  "Volume",
  "Vol Lakh",
  "Vol Lot",
  "Net Chg",
  "Net Chg%",
  "Vol Bar",
  "OI Bar",
  "Vol * Vwap",
  "Vwap",
  "LTP",
  "Prev Close",
  "Time Value",
  "Intrinsic",
  "H=O=L",
  "Open",
  "High",
  "Low",
  "Bid Qty",
  "Bid",
  "Ask",
  "Ask Qty",
  "IV",
  "Vega",
  "Gamma",
  "Theta",
  "Delta",
  "ITM Prob",
] as const;
export type ColumnKey = (typeof COLUMN_KEYS)[number];

/** The columns that the model makes. */
export const PRICED_COLUMNS: ReadonlySet<string> = new Set<ColumnKey>([
  "IV",
  "Vega",
  "Gamma",
  "Theta",
  "Delta",
  "ITM Prob",
]);

/** A user's own column: its name with '#' behind it. */
export type CustomKey = `${string}#`;
export type ColumnId = ColumnKey | CustomKey;
export const isCustomKey = (id: string): id is CustomKey => id.endsWith("#");

/** How a user's own column is computed: in the language of `formula/`, over the built-in columns of the contract's own side. */
export interface CustomColumn {
  /** Its formula, compiled where it is kept: the workers bring no compiler along. */
  readonly program: Program | undefined;
  /** The result is divided by it: 1, a lakh or a crore. */
  readonly scale: number;
}

/** Quantities in units, in lakhs or in lots. */
export type QtyScale = "unit" | "lakh" | "lot";

export interface ChainParams {
  /** The view's columns, outermost first; the OI graph has none of them and sets `oiGraph`. */
  readonly columns: readonly ColumnId[];
  /** The user's own columns among them. */
  readonly custom: Readonly<Record<CustomKey, CustomColumn>>;
  /** A formula of which the ATM strike is asked, too: the dialog shows what it reads and what it gives. */
  readonly preview?: { readonly formula: string; readonly program: Program };
  readonly oiGraph: boolean;
  /** Strikes each side of ATM, 5 to 15; 100 for all, 0 for `fitRows` of them. */
  readonly strikeRange: number;
  /** Rows that the pane's height shows; 0 while that is unknown, and where the range does not ask. */
  readonly fitRows: number;
  /** What the build-up compares the price with. */
  readonly analysisCalc: "prevClose" | "open";
  /** The text over the wide bars; '' for none. */
  readonly volBar: QtyScale | "";
  readonly oiBar: QtyScale | "";
  /** The highest three vegas of a side are marked, too. */
  readonly vegaTop3: boolean;
  /** Highest strike first. */
  readonly inverse: boolean;
}

/** Slots of a row that every view has. NaN is absent. */
export const STRIKE = 0;
export const STRADDLE = 1;
export const PCR = 2;
export const PCR_VOL = 3;
export const PCR_OI_CHG = 4;
const FIRST_COLUMN = 5;
/** A column's figure, and the length of its bar (0 to 1) where it has one. */
const SLOTS_PER_COLUMN = 2;
/** The last price has no bar: from its slot on, this one holds its age (`ageCode`) where it is of an earlier day. */
export const AGE_OF_PRICE = 1;

export const CALLS = 0;
export const PUTS = 1;
export type SideIndex = typeof CALLS | typeof PUTS;

/** Slots of one side in the OI graph, from the side's first: lakhs, and their change since the previous day in whole per cent. */
export const GRAPH_OI = 0;
export const GRAPH_OI_CHANGE = 1;
/** Lengths of bars: 0 to 1 of the highest day high of both sides. */
export const GRAPH_CURRENT = 2;
export const GRAPH_PREVIOUS = 3;
export const GRAPH_HIGH = 4;
export const GRAPH_LOW = 5;
/** The change since the previous day, in lakhs. */
export const GRAPH_OI_CHANGE_LAKH = 6;
const GRAPH_SLOTS = 7;

/** Where a side's column `index` has its figure; its bar is the next slot. */
export const columnSlot = (columns: number, side: SideIndex, index: number): number =>
  FIRST_COLUMN + (side * columns + index) * SLOTS_PER_COLUMN;

/** First slot of a side in the OI graph. */
export const graphSlot = (side: SideIndex): number => FIRST_COLUMN + side * GRAPH_SLOTS;

/** Slots of a row under these params. */
export const slotsOf = (params: Pick<ChainParams, "oiGraph" | "columns">): number =>
  params.oiGraph ? FIRST_COLUMN + 2 * GRAPH_SLOTS : columnSlot(params.columns.length, PUTS, params.columns.length);

/** Call and put figures. */
export interface Pair {
  readonly CE: number;
  readonly PE: number;
}

/** Slow facts of the header. Prices in rupees, OI and volume in units; NaN is unknown. */
export interface ChainFacts {
  readonly spot: number;
  readonly prevSpot: number;
  /** Last price and previous close. */
  readonly future: readonly [ltp: number, prevClose: number];
  /** What ATM and the model stand on, where it is not the spot. */
  readonly basis: "spot" | "future" | "forward" | "none";
  /** The price that ATM is nearest to. */
  readonly underlying: number;
  readonly atm: number;
  /** The strike just below the underlying. */
  readonly strikeBelowSpot: number;
  readonly maxPain: number;
  /** Of the range shown, 2 decimals. */
  readonly pcr: number;
  /** Whole per cent against the previous day's PCR. */
  readonly pcrChange: number;
  readonly previousPcr: number;
  /** Of the range shown. */
  readonly totalOi: Pair;
  /** Whole per cent since the previous day, of the contracts that have both figures. */
  readonly oiChange: Pair;
  readonly totalVolume: Pair;
  readonly volumeChange: Pair;
  /** Call and put at ATM together. */
  readonly straddle: number;
  /** What IV, greeks and straddle stand on. */
  readonly pricedOn: PricedOn;
  /** Units a lot. */
  readonly lotSize: number;
  /** Calendar days to expiry; 0 on the expiry day. */
  readonly daysToExpiry: number;
}

/** What a formula reads and gives at the ATM strike. NaN is absent. */
export interface ChainPreview {
  readonly formula: string;
  readonly strike: number;
  /** Of the call and of the put, in the order of the formula's sources. */
  readonly sources: readonly [readonly number[], readonly number[]];
  readonly results: readonly [number, number];
}

export interface ChainSnapshot {
  readonly facts: ChainFacts;
  readonly rows: number;
  readonly slots: number;
  /** [row][slot] */
  readonly values: Float64Array;
  readonly styles: Uint8Array;
  /** Row of the ATM strike, and the row above which the underlying stands; -1 without an underlying. */
  readonly atmRow: number;
  readonly splitRow: number;
  /** The columns these numbers stand in: a snapshot of another view is not painted under this one's headers. */
  readonly columns: readonly ColumnId[];
  readonly oiGraph: boolean;
  /** Where the params asked for one, and a formula could be read. */
  readonly preview?: ChainPreview | undefined;
}
