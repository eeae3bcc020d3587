/** What a cell says, in the tooltip and to screen readers. */
import type { TooltipContent } from "../../charts/chart-spec.ts";
import { formats, numberFormat, timeFormat } from "../../format/format.ts";
import { SPOT_NAMES } from "../../kit/pane/figures/SpotFigure.tsx";
import { strikeTextOf } from "../../kit/strikes/strike-list.ts";
import type { Cell } from "./layout.ts";
import type { SideCells, Snapshot } from "./snapshot.ts";

export function cellContent(
  snapshot: Snapshot,
  { row, column }: Pick<Cell, "row" | "column">,
  unit: { readonly inLots: boolean; readonly decimals: 2 | 4; readonly note: string },
): TooltipContent {
  const { times, begin, strikes, metric, ce, pe, spotLine, lot } = snapshot;
  const price = numberFormat({ decimals: unit.decimals });
  const signedPrice = numberFormat({ decimals: unit.decimals, signed: true });
  const at = row * times.length + column;
  const end = times[column] ?? Number.NaN;
  const start = times[column - 1] ?? begin;
  const words = metric === "oi" ? "OI Change" : "Vol";
  const changed = ({ change, percent }: SideCells): string => {
    const text = formats.signedWhole.text(change[at]! / (unit.inLots ? lot : 1));
    return Number.isNaN(percent[at]!) ? text : `${text} (${formats.signedPercent.text(percent[at]!)})`;
  };
  const traded = ({ ltp }: SideCells): string => {
    const moved = column > 0 ? ltp[at]! - ltp[at - 1]! : Number.NaN;
    return Number.isNaN(moved) ? price.text(ltp[at]!) : `${price.text(ltp[at]!)} (${signedPrice.text(moved)})`;
  };
  return {
    title: `${strikeTextOf(strikes)(strikes[row] ?? Number.NaN)} · ${timeFormat.text(start)} to ${timeFormat.text(end)}`,
    note: unit.note,
    rows: [
      { label: `CE ${words}`, colour: "call", values: [changed(ce)] },
      { label: `PE ${words}`, colour: "put", values: [changed(pe)] },
      { label: "CE LTP", values: [traded(ce)] },
      { label: "PE LTP", values: [traded(pe)] },
      { label: SPOT_NAMES[snapshot.spot.basis], values: [price.text(spotLine[column] ?? Number.NaN)] },
    ],
  };
}

export const contentText = ({ title, rows }: TooltipContent): string =>
  [title, ...rows.map(({ label, values }) => `${label} ${values.join(" ")}`)].join(", ");
