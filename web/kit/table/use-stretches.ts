import { type Atom, useAtomValue } from "jotai";
import { useMemo } from "react";
import { BLOCK_FRAME } from "#contract/domain/choices/frames.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import type { Sorting } from "./define-table.ts";
import type { Stretches } from "./time-table.ts";

/** Rows of a stretch, where the screen does not say how long one is. */
const STRETCH_ROWS = 5;

type TimeState = PaneState<Pick<Stretches, "frame" | "open">>;

interface TimePane {
  readonly stateAtom: Atom<TimeState>;
  readonly sorting: Sorting;
}

const timesOf = ({ snapshot }: TimeState) => ({
  frame: snapshot?.frame ?? BLOCK_FRAME,
  open: snapshot?.open ?? 0,
});

/**
 * How the rows of a table over time are cut and ordered, for the table's `look`.
 * @param stretch its minutes; five rows unless told
 */
export function useStretches({ stateAtom, sorting }: TimePane, stretch?: number): Stretches {
  const { frame, open } = useSlowFact(stateAtom, timesOf);
  const { descending: isNewestFirst } = useAtomValue(sorting.sortAtom);
  return useMemo(
    () => ({ open, frame, stretch: stretch ?? frame * STRETCH_ROWS, isNewestFirst }),
    [open, frame, stretch, isNewestFirst],
  );
}
