/** What a chart without points and a table without rows say. */
import type { Atom } from "jotai";
import { timeFormat } from "../../format/format.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";

const opensAtOf = ({ opensAt }: PaneState<unknown>): number => opensAt;

/** Before the session, when it opens; else `text`. */
export function useEmptyText<Text extends string | undefined>(
  stateAtom: Atom<PaneState<unknown>>,
  text: Text,
): string | Text {
  const opensAt = useSlowFact(stateAtom, opensAtOf);
  return Number.isNaN(opensAt) ? text : `The market opens at ${timeFormat.text(opensAt)}.`;
}
