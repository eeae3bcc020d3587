import type { ReactNode } from "react";
import { SHOWN_CAUSES, type ShownCause } from "./causes.ts";
import { type CauseOf, causeCell } from "./live-cells.ts";

const WORDS: Readonly<Record<ShownCause, string>> = {
  delta: "Delta",
  gamma: "Gamma",
  theta: "Theta",
  vega: "Vega",
  trades: "Trades",
  residual: "Residual",
};
const NOTES: Partial<Record<ShownCause, string>> = {
  trades: "Won before today, and what orders were better than the price of their minute",
  residual: "What the four greeks leave unexplained, with all of a step that has no IV",
};

export function CauseHeaders(): ReactNode {
  return SHOWN_CAUSES.map((cause) => (
    <th key={cause} scope="col" data-right="" data-cause-head={cause} title={NOTES[cause]}>
      {WORDS[cause]}
    </th>
  ));
}

interface CauseCellsProps {
  readonly of: CauseOf;
  readonly at?: number;
}

/** Rupees by cause. Delta to trades have a bar from a common zero; what the whole has is in the band below. */
export function CauseCells({ of, at = 0 }: CauseCellsProps): ReactNode {
  return SHOWN_CAUSES.map((cause) => (
    <td
      key={cause}
      data-right=""
      data-bar={(of !== "whole" && cause !== "residual") || undefined}
      {...causeCell(of, cause, at)}
    />
  ));
}
