import type { Atom } from "jotai";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import type { WithStrikes } from "./strike-state.ts";

/** A pane whose snapshot says which strikes there are. */
export interface StrikePane {
  readonly stateAtom: Atom<PaneState<WithStrikes>>;
}

const NO_STRIKES = new Float64Array(0);
const strikesOf = ({ snapshot }: PaneState<WithStrikes>) => snapshot?.strikes.strikes ?? NO_STRIKES;
const atmOf = ({ snapshot }: PaneState<WithStrikes>) => snapshot?.strikes.atm ?? Number.NaN;

/** The strikes of the chain in rupees, ascending; renders again when the chain changes. */
export const useStrikes = ({ stateAtom }: StrikePane): Float64Array => useSlowFact(stateAtom, strikesOf);

/** The strike at the money in rupees, NaN while it is not known; renders again when it moves. */
export const useAtm = ({ stateAtom }: StrikePane): number => useSlowFact(stateAtom, atmOf);
