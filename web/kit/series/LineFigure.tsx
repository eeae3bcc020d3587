import { type ReactNode, useCallback } from "react";
import type { NumberFormat } from "../../charts/chart-spec.ts";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import type { Pane } from "../pane/create-pane.ts";
import { lastOf, type WithLines } from "./last-of.ts";

interface LineFigureProps<Params, Snapshot extends WithLines<Id>, Id extends string> {
  readonly pane: Pane<Params, Snapshot>;
  readonly line: Id;
  readonly label: string;
  readonly format: NumberFormat;
}

/** The latest value of a line as a figure of the header: 'Ema 10 : 0.67'. */
export function LineFigure<Params, Id extends string, Snapshot extends WithLines<Id>>(
  props: LineFigureProps<Params, Snapshot, Id>,
): ReactNode {
  const { pane, line, label, format } = props;
  const value = useSlowFact(
    pane.stateAtom,
    useCallback(({ snapshot }: PaneState<Snapshot>) => lastOf<Id>(snapshot)(line), [line]),
  );
  return <HeaderFigure label={label} value={Number.isNaN(value) ? "-" : format(value)} />;
}
