import type { ReactNode } from "react";
import { CauseCell, type CauseOf } from "../LiveCells.tsx";
import { SHOWN_CAUSES, type ShownCause } from "./causes.ts";

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
    <th key={cause} scope="col" data-right="" title={NOTES[cause]}>
      {WORDS[cause]}
    </th>
  ));
}

interface CauseCellsProps {
  readonly of: CauseOf;
  readonly at?: number | undefined;
}

export function CauseCells({ of, at = 0 }: CauseCellsProps): ReactNode {
  return SHOWN_CAUSES.map((cause) => <CauseCell key={cause} of={of} cause={cause} at={at} />);
}
