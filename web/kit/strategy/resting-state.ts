/** What words and tables read of a pane, while something is drawn along that only its chart has to keep up with. */
import { type Atom, atom } from "jotai";
import type { PaneState } from "../../state/pane/pane.ts";

/** Milliseconds without a move after which it rests. */
export const REST_MS = 250;
/** So many times it waits for an answer: none comes while the market's data are missing. */
const MOST_WAITS = 3;

/** Set `movedAtom` with each move: from then on until it rests `restingStateAtom` stays as it was, unless the pane turns elsewhere. */
export function createRestingState<Snapshot>(stateAtom: Atom<PaneState<Snapshot>>) {
  const isMovingAtom = atom(false);
  let resting: ReturnType<typeof setTimeout> | undefined;
  const movedAtom = atom(null, (get, set) => {
    const before = get(stateAtom);
    let waits = MOST_WAITS;
    const rest = (): void => {
      // On a slow laptop the answer may still be under way: words in between would make it later.
      if (get(stateAtom) === before && waits-- > 0) resting = setTimeout(rest, REST_MS);
      else set(isMovingAtom, false);
    };
    set(isMovingAtom, true);
    clearTimeout(resting);
    resting = setTimeout(rest, REST_MS);
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
