/** What words and tables read of a pane, while something is drawn along that only its chart has to keep up with. */
import { type Atom, atom } from "jotai";
import type { PaneState } from "../../state/pane/pane.ts";

/** Milliseconds without a move after which it rests. */
export const REST_MS = 250;

/** Set `movedAtom` with each move: from then on until it rests `restingStateAtom` stays as it was, unless the pane turns elsewhere. */
export function createRestingState<Snapshot>(stateAtom: Atom<PaneState<Snapshot>>) {
  const isMovingAtom = atom(false);
  let resting: ReturnType<typeof setTimeout> | undefined;
  const movedAtom = atom(null, (_get, set) => {
    set(isMovingAtom, true);
    clearTimeout(resting);
    resting = setTimeout(() => set(isMovingAtom, false), REST_MS);
  });
  let last: PaneState<Snapshot> | undefined;
  const restingStateAtom = atom((get) => {
    const state = get(stateAtom);
    const isMoving = get(isMovingAtom);
    if (isMoving && last && last.context === state.context) return last;
    last = state;
    return state;
  });
  return { movedAtom, restingStateAtom };
}
