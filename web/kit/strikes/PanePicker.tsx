import { useStore } from "jotai";
import { type ReactNode, useMemo } from "react";
import type { StrikeList, StrikePick } from "#contract/domain/choices/strike-choice.ts";
import { useFact, useSlowFact } from "../../state/market/slow-fact.ts";
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
/** Of the figures; none while those of another chain are on their way. */
const chainOf = ({ snapshot, context }: PaneState<WithStrikes>): string =>
  snapshot && context ? `${context.symbol} ${context.expiry}` : "";

/**
 * The picker over a pane. Its open interest is read again each minute, not on a tick. With another chain it begins anew: strikes
 * of one symbol say nothing of another's.
 */
export function PanePicker({ pane: { stateAtom }, chosen, onChosen, note, onClose }: PanePickerProps): ReactNode {
  const store = useStore();
  const minute = useSlowFact(stateAtom, minuteOf);
  const chain = useFact(stateAtom, chainOf);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the minute or the chain changes
  const list = useMemo(() => store.get(stateAtom).snapshot?.strikes, [store, stateAtom, minute, chain]);
  if (!list) return undefined;
  const noted = note && { note: (picks: readonly StrikePick[]) => note(picks, list) };
  return <StrikePicker key={chain} list={list} chosen={chosen} onChosen={onChosen} onClose={onClose} {...noted} />;
}
