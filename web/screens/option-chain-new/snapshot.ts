/** What crosses the threads: the params the view sets, the snapshot the derivation makes, and where its numbers stand. */

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

/** Quantities in units, in lakhs or in lots. */
export type QtyScale = "unit" | "lakh" | "lot";

export interface Params {
  /** The view's columns, outermost first; the OI graph has none of them and sets `oiGraph`. */
  readonly columns: readonly ColumnKey[];
  readonly oiGraph: boolean;
  /** Strikes each side of ATM, 5 to 15, or 100 for all. */
  readonly strikeRange: number;
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
const GRAPH_SLOTS = 6;

/** Where a side's column `index` has its figure; its bar is the next slot. */
export const columnSlot = (columns: number, side: SideIndex, index: number): number =>
  FIRST_COLUMN + (side * columns + index) * SLOTS_PER_COLUMN;

/** First slot of a side in the OI graph. */
export const graphSlot = (side: SideIndex): number => FIRST_COLUMN + side * GRAPH_SLOTS;

/** Slots of a row under these params. */
export const slotsOf = (params: Params): number =>
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
  readonly previousOi: Pair;
  readonly totalVolume: Pair;
  readonly previousVolume: Pair;
  /** Call and put at ATM together. */
  readonly straddle: number;
  /** Units a lot. */
  readonly lotSize: number;
  /** Calendar days to expiry; 0 on the expiry day. */
  readonly daysToExpiry: number;
}

export interface Snapshot {
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
  readonly columns: readonly ColumnKey[];
  readonly oiGraph: boolean;
}
