import { useAtom } from "jotai";
import { type ReactNode, useMemo, useState } from "react";
import { countPicks, reachOf } from "#contract/domain/choices/strike-choice.ts";
import { AutoAtm } from "./AutoAtm.tsx";
import type { PickNote } from "./PanePicker.tsx";
import { RangeSelect } from "./RangeSelect.tsx";
import { RANGE_ALL, RANGE_CUSTOM } from "./ranges.ts";
import { StrikeSelect } from "./StrikeSelect.tsx";
import { StrikesButton } from "./StrikesButton.tsx";
import { strikeTextOf } from "./strike-list.ts";
import type { StrikeChoosing } from "./strike-state.ts";
import { type StrikePane, useAtm, useStrikes } from "./use-strikes.ts";

interface StrikeControlsProps {
  readonly pane: StrikePane & { readonly strikes: StrikeChoosing };
  /** Said under the picker. */
  readonly note?: PickNote;
  /** What the range by hand is called; default 'Custom'. */
  readonly custom?: string;
  /** Choosing Custom opens the picker at once. */
  readonly opensPicker?: boolean;
  /** Which strikes the select offers; default every one. Keep it stable. */
  readonly isOffered?: (strike: number) => boolean;
}

/** Strike, range, and what they come to: 'low - high', or the picker's button. They stand in a `ControlRow`. */
export function StrikeControls({ pane, note, custom, opensPicker = false, isOffered }: StrikeControlsProps): ReactNode {
  const { ranges, rangeAtom, autoAtom, centreAtom } = pane.strikes;
  const [range, choose] = useAtom(rangeAtom);
  const [isAsked, ask] = useState(false);
  const fixed = range < RANGE_ALL ? undefined : "The range takes no centre strike";
  return (
    <>
      <StrikeSelect
        pane={pane}
        strikeAtom={centreAtom}
        label="Strike"
        fixed={fixed}
        {...(isOffered && { isOffered })}
      />
      {autoAtom ? <AutoAtm pane={pane} autoAtom={autoAtom} strikeAtoms={[centreAtom]} fixed={fixed} /> : undefined}
      <RangeSelect
        ranges={ranges}
        range={range}
        custom={custom}
        onChange={(next) => {
          ask(opensPicker);
          choose(next);
        }}
      />
      {range === RANGE_CUSTOM ? <ByHand pane={pane} note={note} isOpenAtFirst={isAsked} /> : <Reach pane={pane} />}
    </>
  );
}

/** From which strike to which. */
function Reach({ pane }: Pick<StrikeControlsProps, "pane">): ReactNode {
  const [choice] = useAtom(pane.strikes.choiceAtom);
  const strikes = useStrikes(pane);
  const { low, high } = reachOf(choice, { strikes, atm: useAtm(pane) });
  return <span>{[low, high].map(strikeTextOf([low, high])).join(" - ")}</span>;
}

interface ByHandProps extends Pick<StrikeControlsProps, "pane"> {
  readonly note: PickNote | undefined;
  readonly isOpenAtFirst: boolean;
}

/** The picker's button, and how many are chosen. */
function ByHand({ pane, note, isOpenAtFirst }: ByHandProps): ReactNode {
  const { picksAtom, choiceAtom } = pane.strikes;
  const [picks, setPicks] = useAtom(picksAtom);
  const [{ kind }] = useAtom(choiceAtom);
  const strikes = useStrikes(pane);
  const chosen = useMemo(
    () => picks ?? (kind === "all" ? Array.from(strikes, (strike) => ({ strike, ce: true, pe: true })) : []),
    [picks, kind, strikes],
  );
  const { ce, pe } = countPicks(chosen);
  return (
    <>
      <StrikesButton
        pane={pane}
        chosen={strikes.length === 0 ? undefined : chosen}
        onChosen={setPicks}
        note={note}
        isOpenAtFirst={isOpenAtFirst}
      />
      <span>{`${ce} CE, ${pe} PE`}</span>
    </>
  );
}
