import { useAtom, useStore } from "jotai";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { type StrikePick, toggleEqual, toggleSide } from "#contract/domain/strike-choice.ts";
import { Button } from "../../components/Button.tsx";
import { Checkbox } from "../../components/Checkbox.tsx";
import { StrikePicker } from "../../kit/strikes/StrikePicker.tsx";
import { StrikeStrip } from "../../kit/strikes/StrikeStrip.tsx";
import type { PaneState } from "../../state/pane.ts";
import { useSlowFact } from "../../state/slow-fact.ts";
import { premiumDecay } from "./pane.ts";
import { firstPicks } from "./picks.ts";
import styles from "./premium-decay.module.css";
import type { Snapshot } from "./snapshot.ts";

/** The strip has room for so many; then it says '...'. */
const ROOM = 15;
const NO_PICKS: readonly StrikePick[] = [];

/** The picker's button, and the overlays. */
export function Selectors(): ReactNode {
  const pane = premiumDecay.use();
  const [options, setOptions] = useAtom(pane.optionsAtom);
  const [picks, choose] = useAtom(pane.picksAtom);
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button size="header" aria-expanded={isOpen} disabled={picks === undefined} onClick={() => open(true)}>
        Strikes
      </Button>
      <span className={styles["overlays"]}>
        <Checkbox label="Spot" checked={options.spot} onChange={(spot) => setOptions({ ...options, spot })} />
        <Checkbox label="Future" checked={options.future} onChange={(future) => setOptions({ ...options, future })} />
      </span>
      {isOpen && picks ? <Picker chosen={picks} onChosen={choose} onClose={() => open(false)} /> : undefined}
    </>
  );
}

const minuteOf = ({ clock }: PaneState<Snapshot>): number => Math.floor(clock?.minute ?? Number.NaN);

interface PickerProps {
  readonly chosen: readonly StrikePick[];
  readonly onChosen: (picks: readonly StrikePick[]) => void;
  readonly onClose: () => void;
}

/** Its open interest is read anew each minute, not on a tick. */
function Picker(props: PickerProps): ReactNode {
  const { stateAtom } = premiumDecay.use();
  const store = useStore();
  const minute = useSlowFact(stateAtom, minuteOf);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when the minute changes
  const list = useMemo(() => store.get(stateAtom).snapshot?.strikes, [store, stateAtom, minute]);
  return list ? <StrikePicker {...props} list={list} /> : undefined;
}

const atmOf = ({ snapshot }: PaneState<Snapshot>): number => snapshot?.strikes.atm ?? Number.NaN;

/** The chosen strikes, each with a switch for its call and its put. */
export function Strip(): ReactNode {
  const { stateAtom, picksAtom } = premiumDecay.use();
  const store = useStore();
  const [picks = NO_PICKS, choose] = useAtom(picksAtom);
  const atm = useSlowFact(stateAtom, atmOf);

  // The money moves on; the strikes stay those around it when it was first known.
  useEffect(() => {
    const { strikes } = store.get(stateAtom).snapshot ?? {};
    if (store.get(picksAtom) === undefined && strikes && !Number.isNaN(atm)) choose(firstPicks(strikes.strikes, atm));
  });

  return (
    <div className={styles["strip"]}>
      <span>CE · PE</span>
      <StrikeStrip
        picks={picks}
        atm={atm}
        onSide={(strike, side) => choose(toggleSide(picks, strike, side))}
        onStrike={(strike) => choose(toggleEqual(picks, strike))}
      />
      {picks.length > ROOM ? undefined : <span>{`${picks.length} strikes`}</span>}
    </div>
  );
}
