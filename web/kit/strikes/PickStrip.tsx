import { useAtom } from "jotai";
import type { ReactNode } from "react";
import { type StrikePick, toggleEqual, toggleSide } from "#contract/domain/choices/strike-choice.ts";
import { type DotLookOf, STRIP_ROOM, StrikeStrip } from "./StrikeStrip.tsx";
import type { PicksAtom } from "./strike-state.ts";
import styles from "./strikes.module.css";
import { type StrikePane, useAtm } from "./use-strikes.ts";

interface PickStripProps {
  readonly pane: StrikePane;
  readonly picksAtom: PicksAtom;
  /** Where each contract has a line: the look of its dot. */
  readonly lookOf?: DotLookOf;
  /** At the right end, such as 'Clear'. */
  readonly children?: ReactNode;
}

const NO_PICKS: readonly StrikePick[] = [];

/** The row of the chosen strikes, each with a switch for its call and its put. */
export function PickStrip({ pane, picksAtom, lookOf, children }: PickStripProps): ReactNode {
  const [picks = NO_PICKS, choose] = useAtom(picksAtom);
  return (
    <div className={styles["pickStrip"]}>
      <span>CE · PE</span>
      <StrikeStrip
        picks={picks}
        atm={useAtm(pane)}
        lookOf={lookOf}
        onSide={(strike, side) => choose(toggleSide(picks, strike, side))}
        onStrike={(strike) => choose(toggleEqual(picks, strike))}
      />
      {picks.length > STRIP_ROOM ? undefined : <span>{`${picks.length} strikes`}</span>}
      {children}
    </div>
  );
}
