/** What is lost where other legs begin. */
import type { Getter } from "jotai";
import type { StrategyPane } from "../strategy-pane.ts";

type Own = Pick<
  StrategyPane,
  "isUnsavedAtom" | "putAwayAtom" | "savedLegsAtom" | "autoSaveAtom" | "openAtom" | "failedSaveAtom" | "legsAtom"
>;

/**
 * Whether legs that are not saved are in the builder, or are put away: there are no others to bring back once legs are set.
 * @param id of the kept strategy that takes their place
 */
export function losesLegs(get: Getter, pane: Own, id?: string): boolean {
  const putAway = get(pane.putAwayAtom)?.value;
  const isHere = get(pane.isUnsavedAtom) && !isSavedByItself(get, pane, id);
  return isHere || (putAway !== undefined && putAway !== get(pane.savedLegsAtom.leftAtom)?.value);
}

/** Auto Save sends what is left for another strategy, but not what is taken anew. */
function isSavedByItself(get: Getter, { autoSaveAtom, openAtom, failedSaveAtom, legsAtom }: Own, id?: string): boolean {
  const open = get(openAtom);
  return get(autoSaveAtom).autoSave && open !== undefined && open.id !== id && get(failedSaveAtom) !== get(legsAtom);
}
