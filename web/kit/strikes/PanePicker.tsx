import { useStore } from "jotai";
import { type ReactNode, useMemo } from "react";
import type { StrikeList, StrikePick } from "#contract/domain/choices/strike-choice.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { StrikePicker } from "./StrikePicker.tsx";
import type { WithStrikes } from "./strike-state.ts";
import type { StrikePane } from "./use-strikes.ts";

/** A word on picks as they stand, such as the ratio that they would have. */
export type PickNote = (picks: readonly StrikePick[], list: StrikeList) => string;

interface PanePickerProps {
  readonly pane: StrikePane;
  readonly chosen: readonly StrikePick[];
  readonly onChosen: (picks: readonly StrikePick[]) => void;
  readonly note?: PickNote | undefined;
  readonly onClose: () => void;
}

const minuteOf = ({ clock }: PaneState<WithStrikes>): number => Math.floor(clock?.minute ?? Number.NaN);

/** The picker over a pane. Its open interest is read again each minute, not on a tick. */
export function PanePicker({ pane: { stateAtom }, chosen, onChosen, note, onClose }: PanePickerProps): ReactNode {
  const store = useStore();
  const minute = useSlowFact(stateAtom, minuteOf);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the minute changes
  const list = useMemo(() => store.get(stateAtom).snapshot?.strikes, [store, stateAtom, minute]);
  if (!list) return undefined;
  const noted = note && { note: (picks: readonly StrikePick[]) => note(picks, list) };
  return <StrikePicker list={list} chosen={chosen} onChosen={onChosen} onClose={onClose} {...noted} />;
}
