/** The table's columns: which cell shows which figure of the snapshot, how wide, in what words. */
import { BUILD_UP_STATES } from "#contract/domain/build-up.ts";
import { type CellFormat, formats, numberFormat, wordsFormat } from "../../format/format.ts";
import type { GridCell, GridColumn, Ink, Side } from "../../grid/grid-model.ts";
import {
  CALLS,
  type ColumnKey,
  columnSlot,
  GRAPH_CURRENT,
  GRAPH_HIGH,
  GRAPH_LOW,
  GRAPH_OI,
  GRAPH_OI_CHANGE,
  GRAPH_PREVIOUS,
  graphSlot,
  PCR,
  PCR_OI_CHG,
  PCR_VOL,
  PUTS,
  STRADDLE,
  STRIKE,
} from "./snapshot.ts";
import type { View } from "./views.ts";

export interface ColumnOptions {
  readonly view: View;
  readonly oiGraph: boolean;
  /** Decimals of a price: 2, or 4 for USDINR. */
  readonly decimals: 2 | 4;
  readonly barsInverted: boolean;
  /** 'LB' instead of 'Long Build'. */
  readonly shortLabels: boolean;
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
const BAR_WIDTH = 25;

/** `price` and `signed` stand for the room's own decimals. */
const looks = (price: CellFormat, signed: CellFormat): Readonly<Record<ColumnKey, Look>> => ({
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
  LTP: { width: 110, format: price, weight: 500, price: true, flash: true }, // with room for B and S
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
  IV: { width: 52, format: formats.price, ink: "ink-2" },
  Vega: { width: 68, format: decimal3 },
  Gamma: { width: 68, format: numberFormat({ decimals: 4 }) },
  Theta: { width: 72, format: numberFormat({ decimals: 3 }) },
  Delta: { width: 64, format: decimal3 },
  "ITM Prob": { width: 68, format: numberFormat({ decimals: 1 }) },
});

const LOOKS = {
  2: looks(formats.price, formats.signedPrice),
  4: looks(formats.price4, formats.signedPrice4),
} as const;
/** Over the wide bars. */
const BAR_TEXT: Readonly<Record<View["oiBar"] | View["volBar"], CellFormat>> = {
  "": formats.whole,
  oi: formats.whole,
  "oi lakh": formats.price,
  "oi lot": formats.whole,
  volume: formats.whole,
  "vol lakh": formats.price,
  "vol lot": formats.whole,
};

const NO_FIGURE: CellFormat = { text: () => "", plain: () => "" };

/** Calls outermost first, spine, puts mirrored. */
export function gridColumns(options: ColumnOptions): GridColumn[] {
  const { view, oiGraph } = options;
  const sides = oiGraph ? graphColumns : viewColumns;
  return [...sides("call", options), ...spineColumns(view, options.decimals), ...sides("put", options)];
}

const sideIndex = (side: Side) => (side === "call" ? CALLS : PUTS);
/** Ids as tests and exports see them: 'ce:OI Lakh'. */
export const columnId = (side: Side, key: string): string => `${side === "call" ? "ce" : "pe"}:${key}`;

function viewColumns(side: Side, options: ColumnOptions): GridColumn[] {
  const { columns } = options.view;
  const hasBars = columns.some((key) => LOOKS[options.decimals][key].bar !== undefined);
  const made = columns.map((key, i) => {
    const column = sideColumn(key, side, columnSlot(columns.length, sideIndex(side), i), options);
    // Bars take what the pane has to spare; without any all columns share it, so that the strikes stay in the middle.
    return hasBars ? column : { ...column, grow: 1 };
  });
  return side === "call" ? made : made.reverse();
}

function sideColumn(key: ColumnKey, side: Side, slot: number, options: ColumnOptions): GridColumn {
  const look = LOOKS[options.decimals][key];
  const column = { id: columnId(side, key), header: key, title: key === "Vol * Vwap" ? `${key} (In Lakhs)` : key };
  if (key === "Analysis") {
    const width = options.shortLabels ? 48 : look.width;
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

function sideCell(look: Look, side: Side, slot: number, { view, barsInverted }: ColumnOptions): GridCell {
  const { format = formats.whole, ink, weight, price, flash } = look;
  const figure = {
    slot,
    format,
    ...(ink && { ink }),
    ...(weight && { weight }),
    ...(price && { price }),
    ...(flash && { flash }),
  };
  const place = { side, inverted: barsInverted, barSlot: slot + 1 } as const;
  if (look.bar === "gutter-bar") {
    const fill = look.barOf === "volume" ? "bar" : side === "call" ? "call-fill" : "put-fill";
    return { kind: "gutter-bar", ...figure, ...place, gutter: look.width, fill };
  }
  if (look.bar === "wide") {
    const text = look.barOf === "volume" ? view.volBar : view.oiBar;
    const fill = side === "call" ? "call-bar" : "put-bar";
    return { kind: "wide-bar", ...figure, ...place, format: text === "" ? NO_FIGURE : BAR_TEXT[text], fill };
  }
  return { kind: "figure", ...figure };
}

function graphColumns(side: Side, { barsInverted }: ColumnOptions): GridColumn[] {
  const first = graphSlot(sideIndex(side));
  const made: GridColumn[] = [
    {
      id: columnId(side, "bars"),
      header: "",
      title: `Open interest of ${side === "call" ? "calls" : "puts"}`,
      width: 200,
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
    {
      id: columnId(side, "oi"),
      header: "OI-Lakh(Chg %)",
      width: 148,
      cell: {
        kind: "figure",
        slot: first + GRAPH_OI,
        format: formats.price,
        note: { slot: first + GRAPH_OI_CHANGE, format: formats.signedWholePercent },
        weight: 500,
      },
    },
  ];
  return side === "call" ? made : made.reverse();
}

function spineColumns(view: View, decimals: 2 | 4): GridColumn[] {
  const ratio = (id: string, header: string, slot: number): GridColumn => ({
    id,
    header,
    width: 64,
    surface: "raised",
    cell: { kind: "figure", slot, format: formats.price, ink: "ink-2" },
  });
  const straddle: GridColumn = {
    id: "straddle",
    header: "Straddle",
    width: 68,
    surface: "raised",
    cell: {
      kind: "figure",
      slot: STRADDLE,
      format: decimals === 4 ? formats.price4 : formats.price,
      ink: "ink-2",
      price: true,
    },
  };
  const strike: GridColumn = {
    id: "strike",
    header: "Strike",
    title: "Turn the order of strikes around",
    width: 80,
    surface: "raised",
    sortable: true,
    cell: { kind: "strike", slot: STRIKE, format: decimals === 4 ? formats.price : strikeFormat, weight: 600 },
  };
  return [
    ...(view.straddle ? [straddle] : []),
    strike,
    ...(view.pcr ? [ratio("pcr", "Pcr", PCR)] : []),
    ...(view.pcrVol ? [ratio("pcr-vol", "Pcr Vol", PCR_VOL)] : []),
    ...(view.pcrOIChg ? [ratio("pcr-oi-chg", "Pcr OI Chg", PCR_OI_CHG)] : []),
  ];
}

const halfStrike = numberFormat({ decimals: 1 });
/**
 * Strikes are whole but for some stocks (187.5; 1,233.35 after a corporate action): a strike is never rounded.
 * USDINR's are in quarters, and keep their decimals aligned.
 */
const strikeFormat: CellFormat = {
  text: (value) => strikeText(value).text(value),
  plain: (value) => strikeText(value).plain(value),
};

function strikeText(value: number): CellFormat {
  if (Number.isInteger(value)) return formats.whole;
  return Number.isInteger(value * 10) ? halfStrike : formats.price;
}
