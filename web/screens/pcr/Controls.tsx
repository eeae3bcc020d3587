import { useAtom, useStore } from "jotai";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { countPicks, type StrikePick } from "#contract/domain/strike-choice.ts";
import { Button } from "../../components/Button.tsx";
import { formats } from "../../format/format.ts";
import { strikeText } from "../../format/strike-text.ts";
import { ControlRow } from "../../kit/pane/ControlRow.tsx";
import { EmaSelect } from "../../kit/series/EmaSelect.tsx";
import { RANGE_ALL, RANGE_CUSTOM, RangeSelect } from "../../kit/strikes/RangeSelect.tsx";
import { StrikePicker } from "../../kit/strikes/StrikePicker.tsx";
import { StrikeSelect } from "../../kit/strikes/StrikeSelect.tsx";
import type { PaneState } from "../../state/pane.ts";
import { useSlowFact } from "../../state/slow-fact.ts";
import { pcr, RANGES } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

const NO_STRIKES = new Float64Array(0);
const strikesOf = ({ snapshot }: PaneState<Snapshot>) => snapshot?.strikes.strikes ?? NO_STRIKES;
const placeOf = ({ snapshot }: PaneState<Snapshot>) => ({
  atm: snapshot?.strikes.atm ?? Number.NaN,
  centre: snapshot?.centre ?? Number.NaN,
  low: snapshot?.low ?? Number.NaN,
  high: snapshot?.high ?? Number.NaN,
});

/** Which strikes take part, and the period of the average. */
export function Controls(): ReactNode {
  const pane = pcr.use();
  const [options, setOptions] = useAtom(pane.optionsAtom);
  const [period, choosePeriod] = useAtom(pane.periodAtom);
  const [chosenCentre, chooseCentre] = useAtom(pane.centreAtom);
  const { atm, centre, low, high } = useSlowFact(pane.stateAtom, placeOf);
  const strikes = useSlowFact(pane.stateAtom, strikesOf);
  const { range } = options;

  // A range keeps the centre that it had when it was first seen: the money moves on, the strikes stay.
  useEffect(() => {
    if (range < RANGE_ALL && chosenCentre === undefined && !Number.isNaN(atm)) chooseCentre(atm);
  }, [range, chosenCentre, atm, chooseCentre]);

  return (
    <ControlRow>
      <StrikeSelect
        label="Strike"
        strikes={strikes}
        strike={centre}
        onChange={chooseCentre}
        fixed={range < RANGE_ALL ? undefined : "The range takes no centre strike"}
      />
      <RangeSelect ranges={RANGES} range={range} onChange={(next) => setOptions({ ...options, range: next })} />
      {range === RANGE_CUSTOM ? <Strikes /> : <span>{`${strikeText(low)} - ${strikeText(high)}`}</span>}
      <EmaSelect period={period} onChange={choosePeriod} />
    </ControlRow>
  );
}

const minuteOf = ({ clock }: PaneState<Snapshot>): number => Math.floor(clock?.minute ?? Number.NaN);

/** The picker's button, and what is chosen. */
function Strikes(): ReactNode {
  const pane = pcr.use();
  const [picks, choose] = useAtom(pane.picksAtom);
  const [isOpen, open] = useState(false);
  const strikes = useSlowFact(pane.stateAtom, strikesOf);
  const chosen = picks ?? Array.from(strikes, (strike) => ({ strike, ce: true, pe: true }));
  const { ce, pe } = countPicks(chosen);
  return (
    <>
      <Button size="header" aria-expanded={isOpen} disabled={strikes.length === 0} onClick={() => open(true)}>
        Strikes
      </Button>
      <span>{`${ce} CE, ${pe} PE`}</span>
      {isOpen ? <Picker chosen={chosen} onChosen={choose} onClose={() => open(false)} /> : undefined}
    </>
  );
}

interface PickerProps {
  readonly chosen: readonly StrikePick[];
  readonly onChosen: (picks: readonly StrikePick[]) => void;
  readonly onClose: () => void;
}

/** Its open interest is read anew each minute, not on a tick. */
function Picker(props: PickerProps): ReactNode {
  const { stateAtom } = pcr.use();
  const store = useStore();
  const minute = useSlowFact(stateAtom, minuteOf);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when the minute changes
  const list = useMemo(() => store.get(stateAtom).snapshot?.strikes, [store, stateAtom, minute]);
  if (!list) return undefined;
  const note = (picks: readonly StrikePick[]): string => {
    const total = (held: Float64Array, side: "ce" | "pe"): number =>
      picks.reduce((sum, pick, i) => sum + (pick[side] ? held[i] || 0 : 0), 0);
    return `PCR of them ${formats.price.text(total(list.peOi, "pe") / total(list.ceOi, "ce"))}`;
  };
  return <StrikePicker {...props} list={list} note={note} />;
}
