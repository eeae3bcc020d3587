/** Exposures by strike as bars, and net gamma over spot as a line. Pure. */
import { CRORE } from "#contract/domain/units.ts";
import type { ChartData, ChartSpec, PlotLabel, TooltipContent, VerticalMark } from "../../charts/chart-spec.ts";
import { formats } from "../../format/format.ts";
import { strikeText } from "../../format/strike-text.ts";
import { SPOT_NAMES } from "../../kit/pane/figures/SpotFigure.tsx";
import { signedTick } from "../../kit/series/price-axis.ts";
import { placeNote, scaleText, strikeTextOf } from "../../kit/strikes/strike-list.ts";
import type { Figure, Snapshot } from "./snapshot.ts";
import { hedgingWords } from "./words.ts";

/** Of crores: '+5,394.55'. */
export const crores = formats.signedPrice;
/** A label of some units needs no paise; a small one does. */
const labelText = (value: number): string => (Math.abs(value) < 100 ? crores : formats.signedWhole).text(value);
const EMPTY: ChartData = { x: [], columns: [] };
const nothing: TooltipContent = { title: "-", rows: [] };

/** What a chart draws now. */
export type Shown = () => Snapshot | undefined;

export function barSpec(figure: Figure, shown: Shown): ChartSpec {
  const side = { kind: "bar", slot: 0, isSide: true, labels: "highest", format: crores.text, labelText } as const;
  return {
    x: { kind: "strike", format: (strike) => strikeTextOf(shown()?.strikes)(strike) },
    y: { format: signedTick, unit: "₹ Cr", zero: true },
    gutter: 64,
    series: [
      { ...side, id: "ce", label: "Calls", colour: "call-fill", textColour: "call" },
      { ...side, id: "pe", label: "Puts", colour: "put-fill", textColour: "put" },
      { kind: "line", id: "net", label: "Net", colour: "ink", format: crores.text },
    ],
    tooltip: (index) => tooltipOf(shown(), index, figure),
  };
}

function tooltipOf(snapshot: Snapshot | undefined, index: number, figure: Figure): TooltipContent {
  const strike = snapshot?.strikes[index];
  if (!snapshot || strike === undefined) return nothing;
  const { ce, pe } = snapshot.bars[figure];
  const [call, put] = [ce[index] ?? Number.NaN, pe[index] ?? Number.NaN];
  const oi = (units: Float64Array): string => formats.lakh.text(units[index] ?? Number.NaN);
  return {
    title: strikeText(strike),
    ...placeNote(snapshot.strikes, snapshot.atm, index),
    head: ["OI, lakh", "₹ Cr"],
    rows: [
      { label: "Calls", colour: "call", values: [oi(snapshot.oi.ce), crores.text(call / CRORE)] },
      { label: "Puts", colour: "put", values: [oi(snapshot.oi.pe), crores.text(put / CRORE)] },
      { label: "Net", values: ["", crores.text((call + put) / CRORE)] },
    ],
  };
}

/** Where the underlying stands, in the closing auction the future. @param isNamed whether there is room for its name */
const spotMark = ({ standing: { basis, spot } }: Snapshot, price: (value: number) => string, isNamed = false) =>
  Number.isNaN(spot)
    ? []
    : [{ at: spot, label: `${isNamed ? `${SPOT_NAMES[basis]} ` : ""}${price(spot)}`, isSolid: true }];

/** Where net gamma is 0. @param label '' leaves the line alone. */
const zeroMark = ({ zero }: Snapshot, label: string): VerticalMark[] =>
  Number.isNaN(zero) ? [] : [{ at: zero, label, colour: "s4" }];

/** Without any open interest there is no chart: empty bars would read as zeros. */
export function barData(snapshot: Snapshot, figure: Figure, price: (value: number) => string): ChartData {
  if (!snapshot.hasOi || snapshot.strikes.length === 0) return EMPTY;
  const inCrores = (column: Float64Array): Float64Array => column.map((value) => value / CRORE);
  const ce = inCrores(snapshot.bars[figure].ce);
  const pe = inCrores(snapshot.bars[figure].pe);
  return {
    x: snapshot.strikes,
    columns: [ce, pe, ce.map((value, i) => value + pe[i]!)],
    // The widest chart has room for words.
    marks:
      figure === "gamma"
        ? [...zeroMark(snapshot, `Zero gamma ${price(snapshot.zero)}`), ...spotMark(snapshot, price, true)]
        : spotMark(snapshot, price),
  };
}

/** @param price a spot in the symbol's decimals. */
export const curveSpec = (price: (value: number) => string): ChartSpec => ({
  x: { kind: "number", name: "Spot", format: scaleText },
  y: { format: signedTick, unit: "₹ Cr", zero: true },
  gutter: 64,
  series: [
    { kind: "line", id: "gamma", label: "Net gamma", colour: "ink", format: crores.text },
    { kind: "line", id: "zero", label: "Zero", colour: "line-2", width: 1, format: formats.whole.text },
  ],
  bands: [{ between: ["gamma", "zero"], colour: "raised" }],
  tooltip(index, { x, columns }) {
    const gamma = columns[0]?.[index] ?? Number.NaN;
    return {
      title: price(x[index] ?? Number.NaN),
      note: hedgingWords(gamma),
      rows: [{ label: "Net gamma", values: [crores.text(gamma)] }],
    };
  },
});

export function curveData(snapshot: Snapshot, price: (value: number) => string): ChartData {
  const { spots, gamma } = snapshot.curve;
  if (spots.length === 0) return EMPTY;
  const columns = [gamma.map((value) => value / CRORE), new Float64Array(spots.length)];
  const marks = [...zeroMark(snapshot, ""), ...spotMark(snapshot, price)];
  return { x: spots, columns, marks, labels: curveLabels(snapshot, price) };
}

/** Of the spots that are drawn: on a narrower side of zero gamma there is no room for words. */
const WORDED_SHARE = 0.35;

/** Where net gamma is 0, and what each side of it means: on the side of the zero line where the curve is not. */
function curveLabels({ curve: { spots, gamma }, zero }: Snapshot, price: (value: number) => string): PlotLabel[] {
  const last = spots.length - 1;
  const [from, to] = [spots[0]!, spots[last]!];
  const share = (zero - from) / (to - from);
  const isRising = gamma[last]! > gamma[0]!;
  const words = (place: number, side: PlotLabel["side"]): PlotLabel => ({
    at: spots[place]!,
    value: 0,
    lines: hedgingWords(gamma[place]!).split(/(?<=hedging) /),
    side,
    height: gamma[place]! < 0 ? "above" : "below",
  });
  return [
    ...(Number.isNaN(zero)
      ? []
      : [
          {
            at: zero,
            value: 0,
            lines: [price(zero)],
            mark: "dot",
            side: "left",
            height: isRising ? "above" : "below",
            colour: "s4",
          } as const,
        ]),
    ...(share < WORDED_SHARE ? [] : [words(0, "right")]),
    ...(share > 1 - WORDED_SHARE || Number.isNaN(zero) ? [] : [words(last, "left")]),
  ];
}
