import type { Atom } from "jotai";
import type { ReactNode } from "react";
import { ChartHost, type ChartHostProps } from "../../charts/ChartHost.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { isTroubled, type PaneState } from "../../state/pane/pane.ts";
import { useEmptyText } from "./empty-text.ts";
import { useLetterName } from "./use-letter-name.ts";

interface PaneChartProps extends Omit<ChartHostProps, "pane" | "linkGroup" | "stale"> {
  readonly pane: { readonly stateAtom: Atom<PaneState<unknown>> };
  /** It has one crosshair with all charts and tables of the pane's letter. */
  readonly isLinked?: boolean;
}

/** A chart of a pane: quiet while its feed is in trouble. Without points it says when the market opens, else `emptyText`. */
export function PaneChart({ pane, isLinked = false, emptyText, ...chart }: PaneChartProps): ReactNode {
  const letter = useLetterName();
  return (
    <ChartHost
      {...chart}
      linkGroup={isLinked ? letter : undefined}
      stale={useSlowFact(pane.stateAtom, isTroubled)}
      emptyText={useEmptyText(pane.stateAtom, emptyText)}
    />
  );
}
