/** Views: named sets of columns and settings. Four come with the product; the account keeps the user's. */

import { ALL_STRIKES, FIT_STRIKES } from "#contract/domain/choices/strike-range.ts";
import { COLUMN_KEYS, type ColumnId, isCustomKey, type QtyScale } from "#contract/domain/snapshots/chain-table.ts";
import { isRecord } from "../../state/saved/storage.ts";

/** A view holds at most this many columns. */
export const MAX_COLUMNS = 7;
export const OI_GRAPH = "OI Graph";

/** A view as it is stored. */
export interface View {
  /** Built-in ones and the user's own ('name#') in one order, outermost first. */
  readonly columns: readonly ColumnId[];
  /** 5 to 15 strikes each side of ATM, 100 for all, 0 for as many as the height shows. */
  readonly strikeRange: number;
  readonly pcr: boolean;
  readonly pcrVol: boolean;
  readonly pcrOIChg: boolean;
  readonly straddle: boolean;
  readonly vegatop3: boolean;
  readonly analysisCalc: "prevClose" | "open";
  readonly volBar: "volume" | "vol lakh" | "vol lot" | "";
  readonly oiBar: "oi" | "oi lakh" | "oi lot" | "";
  /** Names of the custom columns in use. */
  readonly custom: readonly string[];
}

const view = (columns: readonly ColumnId[], strikeRange: number, more: Partial<View> = {}): View => ({
  columns,
  strikeRange,
  pcr: false,
  pcrVol: false,
  pcrOIChg: false,
  straddle: false,
  vegatop3: false,
  analysisCalc: "prevClose",
  volBar: "",
  oiBar: "",
  custom: [],
  ...more,
});

export const DEFAULT_VIEWS: Readonly<Record<string, View>> = {
  chain: view(["Analysis", "OI Lakh", "OIChg Lakh", "Vol Lakh", "IV", "Net Chg", "LTP"], 10, { pcr: true }),
  greeks: view(["Vega", "Gamma", "Theta", "Delta", "LTP"], 5),
  "bid ask": view(["Bid Qty", "Bid", "Ask", "Ask Qty", "LTP"], 10),
  [OI_GRAPH]: view([], ALL_STRIKES),
};
/** What a trader sees first. */
export const FIRST_VIEW = "chain";
/** These are always there, and keep their names. */
export const LASTING: readonly string[] = [FIRST_VIEW, "greeks", OI_GRAPH];

/** What stands over the bars of volume and OI. */
export const BAR_SCALES: Readonly<Record<View["volBar"] | View["oiBar"], QtyScale | "">> = {
  volume: "unit",
  "vol lakh": "lakh",
  "vol lot": "lot",
  oi: "unit",
  "oi lakh": "lakh",
  "oi lot": "lot",
  "": "",
};

/** @param of how its words begin */
const barOf = <Bar extends View["volBar" | "oiBar"]>(stored: unknown, of: string): Bar | "" =>
  typeof stored === "string" && stored.startsWith(of) && Object.hasOwn(BAR_SCALES, stored) ? (stored as Bar) : "";

export const isStrikeRange = (value: unknown): value is number =>
  typeof value === "number" &&
  Number.isInteger(value) &&
  ((value >= 5 && value <= 15) || value === ALL_STRIKES || value === FIT_STRIKES);

const isColumnId = (value: unknown): value is ColumnId =>
  typeof value === "string" && (isCustomKey(value) || (COLUMN_KEYS as readonly string[]).includes(value));

/** A stored view, with what is missing or unknown in it left to the defaults; undefined when it is no view at all. */
export function readView(stored: unknown): View | undefined {
  if (!isRecord(stored) || !Array.isArray(stored["columns"])) return undefined;
  const { custom } = stored;
  const flag = (name: keyof View): boolean => stored[name] === true;
  return {
    columns: [...new Set(stored["columns"].filter(isColumnId))].slice(0, MAX_COLUMNS),
    strikeRange: isStrikeRange(stored["strikeRange"]) ? stored["strikeRange"] : ALL_STRIKES,
    pcr: flag("pcr"),
    pcrVol: flag("pcrVol"),
    pcrOIChg: flag("pcrOIChg"),
    straddle: flag("straddle"),
    vegatop3: flag("vegatop3"),
    analysisCalc: stored["analysisCalc"] === "open" ? "open" : "prevClose",
    volBar: barOf<View["volBar"]>(stored["volBar"], "vol"),
    oiBar: barOf<View["oiBar"]>(stored["oiBar"], "oi"),
    custom: Array.isArray(custom) ? custom.filter((name) => typeof name === "string") : [],
  };
}

/**
 * Every view by name, in the order of the tabs. The lasting ones are among them whatever is kept.
 * @param kept what the account keeps, all of it and in order; undefined: the default views.
 * @param changed what this browser changed since.
 */
export function mergeViews(
  kept: readonly (readonly [string, unknown])[] = Object.entries(DEFAULT_VIEWS),
  changed: Readonly<Record<string, unknown>> = {},
): ReadonlyMap<string, View> {
  const views = new Map<string, View>();
  for (const [name, stored] of [...kept, ...Object.entries(changed)]) {
    const read = readView(stored);
    // The graph has no columns to choose: of its settings only the range is the user's.
    if (read) views.set(name, name === OI_GRAPH ? view([], read.strikeRange) : read);
  }
  for (const name of LASTING) if (!views.has(name)) views.set(name, DEFAULT_VIEWS[name]!);
  return views;
}
