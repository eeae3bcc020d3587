/** The table's columns: which cell shows which figure of the snapshot, how wide, in what words. */
import { BUILD_UP_STATES } from "#contract/domain/build-up.ts";
import {
  AGE_OF_PRICE,
  CALLS,
  type ColumnId,
  type ColumnKey,
  columnSlot,
  GRAPH_CURRENT,
  GRAPH_HIGH,
  GRAPH_LOW,
  GRAPH_OI,
  GRAPH_OI_CHANGE,
  GRAPH_OI_CHANGE_LAKH,
  GRAPH_PREVIOUS,
  graphSlot,
  isCustomKey,
  PCR,
  PCR_OI_CHG,
  PCR_VOL,
  PRICED_COLUMNS,
  PUTS,
  type QtyScale,
  STRADDLE,
  STRIKE,
} from "#contract/domain/snapshots/chain-table.ts";
import { type CellFormat, formats, noText, numberFormat, priceFormatOf, wordsFormat } from "../../format/format.ts";
import type { GridCell, GridColumn, Ink, Side } from "../../grid/grid-model.ts";
import { customFormat, formatBy } from "./custom-format.ts";

/** Which columns a table has. */
export interface TableShape {
  /** Outermost first. */
  readonly columns: readonly ColumnId[];
  /** The user's own columns that are written by their sign: green above zero, red below. */
  readonly coloured?: ReadonlySet<ColumnId>;
  readonly oiGraph: boolean;
  /** Beside the strike. */
  readonly straddle?: boolean;
  readonly pcr?: boolean;
  readonly pcrVol?: boolean;
  readonly pcrOIChg?: boolean;
  /** What columns count in, where neither their header nor their id says it. */
  readonly units?: Readonly<Record<string, string>>;
  /** What stands over the wide bars. */
  readonly volBar?: QtyScale | "";
  readonly oiBar?: QtyScale | "";
  /** Without bars there are numbers only; default true. */
  readonly hasBars?: boolean;
  /** In the OI graph the change stands beside the OI, in lakhs and in per cent. */
  readonly showsOiChange?: boolean;
  /** Headers in other words, which can be pressed. */
  readonly headers?: Readonly<Partial<Record<ColumnId, ColumnHeader>>>;
}

interface ColumnHeader {
  readonly text: string;
  /** What a press does. */
  readonly title?: string;
}

interface ColumnOptions extends TableShape {
  /** Decimals of a price: 2, or 4 for USDINR. */
  readonly decimals: 2 | 4;
  readonly strikes: CellFormat;
  readonly barsInverted: boolean;
  /** 'LB' instead of 'Long Build'. */
  readonly shortLabels: boolean;
  /** The board prices in forward mode: the columns that it makes say so. */
  readonly isForward?: boolean;
}

/** How a column of the chain looks on both sides. */
interface Look {
  /** CSS pixels, from the widest legal value. */
  readonly width: number;
  readonly format?: CellFormat;
  readonly ink?: Ink;
  readonly weight?: 400 | 500;
  readonly price?: boolean;
  readonly flash?: boolean;
  readonly bar?: "gutter-bar" | "wide";
  readonly barOf?: "oi" | "volume";
}

const decimal3 = numberFormat({ decimals: 3 });
const OPEN_WORDS = wordsFormat(["O=H", "O=L"]);
/** The gutter of a gutter-bar cell is the look's width; the bar has this much beyond it, and what the pane has to spare. */
const BAR_WIDTH = 12; // two columns a side stand in a third of a laptop

/** A price that admits none has the IV 0: it is '-', as what is absent. */
const noIv = wordsFormat([]);
const iv = formatBy((value) => (value > 0 ? formats.price : noIv));

/** `price` and `signed` stand for the room's own decimals, '#' and '+#' for the user's own columns: plain, and written by their sign. */
const looks = (price: CellFormat, signed: CellFormat): Readonly<Record<ColumnKey | "#" | "+#", Look>> => ({
  "#": { width: 92, format: customFormat(formats.whole, price) },
  "+#": { width: 92, format: customFormat(formats.signedWhole, signed), ink: "sign" },
  Analysis: { width: 100 },
  OI: { width: 88, format: formats.whole, bar: "gutter-bar", barOf: "oi" },
  "OI Lakh": { width: 64, format: formats.price, bar: "gutter-bar", barOf: "oi" },
  "OI Lot": { width: 76, format: formats.whole, bar: "gutter-bar", barOf: "oi" },
  "OI Chg": { width: 96, format: formats.signedWhole, ink: "negative" },
  "OIChg Lakh": { width: 80, format: formats.signedPrice, ink: "negative" },
  "OIChg Lot": { width: 84, format: formats.signedWhole, ink: "negative" },
  "OI Chg%": { width: 72, format: formats.signedWholePercent, ink: "negative" },
  Volume: { width: 100, format: formats.whole, bar: "gutter-bar", barOf: "volume" },
  "Vol Lakh": { width: 74, format: formats.price, bar: "gutter-bar", barOf: "volume" },
  "Vol Lot": { width: 88, format: formats.whole, bar: "gutter-bar", barOf: "volume" },
  "Net Chg": { width: 68, format: signed, ink: "sign" },
  "Net Chg%": { width: 68, format: formats.signedWholePercent, ink: "sign" },
  "Vol Bar": { width: 128, bar: "wide", barOf: "volume" },
  "OI Bar": { width: 128, bar: "wide", barOf: "oi" },
  "Vol * Vwap": { width: 104, format: formats.price },
  Vwap: { width: 72, format: price },
  LTP: { width: 76, format: price, weight: 500, price: true, flash: true },
  "Prev Close": { width: 76, format: price, ink: "ink-2" },
  "Time Value": { width: 76, format: price },
  Intrinsic: { width: 76, format: price },
  "H=O=L": { width: 56, format: OPEN_WORDS },
  Open: { width: 72, format: price },
  High: { width: 72, format: price },
  Low: { width: 72, format: price },
  "Bid Qty": { width: 80, format: formats.whole },
  Bid: { width: 76, format: price, price: true },
  Ask: { width: 76, format: price, price: true },
  "Ask Qty": { width: 80, format: formats.whole },
  IV: { width: 52, format: iv, ink: "ink-2" },
  Vega: { width: 68, format: decimal3 },
  Gamma: { width: 68, format: numberFormat({ decimals: 4 }) },
  Theta: { width: 72, format: decimal3 },
  Delta: { width: 64, format: decimal3 },
  "ITM Prob": { width: 68, format: numberFormat({ decimals: 1 }) },
});

const LOOKS = {
  2: looks(formats.price, formats.signedPrice),
  4: looks(formats.price4, formats.signedPrice4),
} as const;
/** Over the wide bars. */
const BAR_TEXT: Readonly<Record<QtyScale | "", CellFormat>> = {
  "": noText,
  unit: formats.whole,
  lakh: formats.price,
  lot: formats.whole,
};

function lookOf(id: ColumnId, { decimals, coloured, hasBars = true }: ColumnOptions): Look {
  if (isCustomKey(id)) return LOOKS[decimals][coloured?.has(id) ? "+#" : "#"];
  const look = LOOKS[decimals][id];
  if (hasBars || look.bar !== "gutter-bar") return look;
  const { bar: _, ...plain } = look;
  return plain;
}

/** Calls outermost first, spine, puts mirrored. */
export function gridColumns(options: ColumnOptions): GridColumn[] {
  const sides = options.oiGraph ? graphColumns : viewColumns;
  return [...sides("call", options), ...spineColumns(options), ...sides("put", options)];
}

const sideIndex = (side: Side) => (side === "call" ? CALLS : PUTS);
/** Ids as tests and exports see them: 'ce:OI Lakh'. */
export const columnId = (side: Side, key: string): string => `${side === "call" ? "ce" : "pe"}:${key}`;

/** B and S stand beside the price, or the time value where a table shows that in its place; without either, next to the strike. */
export const tradedColumn = ({ columns, oiGraph }: TableShape): string | undefined =>
  oiGraph ? "oi" : ((["LTP", "Time Value"] as const).find((key) => columns.includes(key)) ?? columns.at(-1));

function viewColumns(side: Side, options: ColumnOptions): GridColumn[] {
  const { columns } = options;
  const hasBars = columns.some((key) => lookOf(key, options).bar !== undefined);
  const made = columns.map((key, i) => {
    const column = sideColumn(key, side, columnSlot(columns.length, sideIndex(side), i), options);
    // Bars take what the pane has to spare; without any all columns share it, so that the strikes stay in the middle.
    return hasBars ? column : { ...column, grow: 1 };
  });
  return side === "call" ? made : made.reverse();
}

/** What B and S take beside a figure: their own width less a cell's padding, which is there anyway. */
const ACTIONS_WIDTH = 34;

function sideColumn(key: ColumnId, side: Side, slot: number, options: ColumnOptions): GridColumn {
  const plain = lookOf(key, options);
  const look = key === tradedColumn(options) ? { ...plain, width: plain.width + ACTIONS_WIDTH } : plain;
  const header = options.headers?.[key];
  const inForward = options.isForward === true && PRICED_COLUMNS.has(key);
  const name = isCustomKey(key) ? key.slice(0, -1) : (header?.text ?? key);
  const column = {
    id: columnId(side, key),
    header: inForward ? `${name} F` : name,
    unit: options.units?.[key],
    title: header?.title ?? (inForward ? `${name} in forward mode` : key === "Vol * Vwap" ? `${key} (In Lakhs)` : name),
    ...(header?.title !== undefined && { sortable: true }),
  };
  if (key === "Analysis") {
    const width = look.width - (options.shortLabels ? 52 : 0);
    const align = side === "call" ? ("left" as const) : ("right" as const);
    return {
      ...column,
      width,
      align,
      cell: { kind: "build-up", slot, side, states: BUILD_UP_STATES, short: options.shortLabels },
    };
  }
  const width = look.bar === "gutter-bar" ? look.width + BAR_WIDTH : look.width;
  return { ...column, width, grow: look.bar ? 1 : 0, cell: sideCell(look, side, slot, options) };
}

/** '3 d', '>3 d'. A price that is exported or copied stays a number. */
const ageFormat: CellFormat = {
  text: (code) => `${code < 0 ? ">" : ""}${Math.abs(code)} d`,
  plain: () => "",
};

function sideCell(
  look: Look,
  side: Side,
  slot: number,
  { volBar = "", oiBar = "", barsInverted }: ColumnOptions,
): GridCell {
  const { width, bar, barOf, format = formats.whole, ...rest } = look;
  const figure = { slot, format, ...rest };
  const place = { side, inverted: barsInverted, barSlot: slot + 1 } as const;
  if (bar === "gutter-bar") {
    const fill = barOf === "volume" ? "bar" : side === "call" ? "call-fill" : "put-fill";
    return { kind: "gutter-bar", ...figure, ...place, gutter: width, fill };
  }
  if (bar === "wide") {
    const text = barOf === "volume" ? volBar : oiBar;
    const fill = side === "call" ? "call-bar" : "put-bar";
    return { kind: "wide-bar", ...figure, ...place, format: BAR_TEXT[text], fill };
  }
  return {
    kind: "figure",
    ...figure,
    ...(look.flash && { note: { slot: slot + AGE_OF_PRICE, format: ageFormat, isBare: true } }),
  };
}

const graphNote = (first: number) => ({ slot: first + GRAPH_OI_CHANGE, format: formats.signedWholePercent });

const oiChangeColumn = (side: Side, first: number): GridColumn => ({
  id: columnId(side, "oi-change"),
  header: "Chg-Lakh(Chg %)",
  width: 148,
  cell: {
    kind: "figure",
    slot: first + GRAPH_OI_CHANGE_LAKH,
    format: formats.signedPrice,
    note: graphNote(first),
    ink: "negative",
  },
});

function graphColumns(side: Side, { barsInverted, showsOiChange }: ColumnOptions): GridColumn[] {
  const first = graphSlot(sideIndex(side));
  const made: GridColumn[] = [
    {
      id: columnId(side, "bars"),
      header: "",
      title: `Open interest of ${side === "call" ? "calls" : "puts"}`,
      width: 166,
      grow: 1,
      cell: {
        kind: "oi-bars",
        side,
        inverted: barsInverted,
        fill: side === "call" ? "call-fill" : "put-fill",
        slot: first + GRAPH_CURRENT,
        previousSlot: first + GRAPH_PREVIOUS,
        highSlot: first + GRAPH_HIGH,
        lowSlot: first + GRAPH_LOW,
      },
    },
    ...(showsOiChange ? [oiChangeColumn(side, first)] : []),
    {
      id: columnId(side, "oi"),
      header: showsOiChange ? "OI-Lakh" : "OI-Lakh(Chg %)",
      width: showsOiChange ? 118 : 182, // with room for B and S
      cell: {
        kind: "figure",
        slot: first + GRAPH_OI,
        format: formats.price,
        ...(!showsOiChange && { note: graphNote(first) }),
        weight: 500,
      },
    },
  ];
  return side === "call" ? made : made.reverse();
}

const raised = (id: string, header: string, width: number) => ({ id, header, width, surface: "raised" }) as const;

function spineColumns({
  decimals,
  strikes,
  straddle: hasStraddle,
  pcr,
  pcrVol,
  pcrOIChg,
}: ColumnOptions): GridColumn[] {
  const ratio = (id: string, header: string, slot: number): GridColumn => ({
    ...raised(id, header, 64),
    cell: { kind: "figure", slot, format: formats.price, ink: "ink-2" },
  });
  const straddle: GridColumn = {
    ...raised("straddle", "Straddle", 68),
    cell: { kind: "figure", slot: STRADDLE, format: priceFormatOf(decimals), ink: "ink-2", price: true },
  };
  const strike: GridColumn = {
    ...raised("strike", "Strike", 80),
    title: "Turn the order of strikes around",
    sortable: true,
    cell: { kind: "strike", slot: STRIKE, format: strikes, weight: 600 },
  };
  return [
    ...(hasStraddle ? [straddle] : []),
    strike,
    ...(pcr ? [ratio("pcr", "Pcr", PCR)] : []),
    ...(pcrVol ? [ratio("pcr-vol", "Pcr Vol", PCR_VOL)] : []),
    ...(pcrOIChg ? [ratio("pcr-oi-chg", "Pcr OI Chg", PCR_OI_CHG)] : []),
  ];
}
