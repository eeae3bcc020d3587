/** What is lost where other legs begin. */
import type { Getter } from "jotai";
import type { StrategyPane } from "../strategy-pane.ts";

type Own = Pick<StrategyPane, "isUnsavedAtom" | "putAwayAtom" | "savedLegsAtom">;

/** Whether legs that are not saved are in the builder, or are put away: there are no others to bring back once legs are set. */
export function losesLegs(get: Getter, { isUnsavedAtom, putAwayAtom, savedLegsAtom }: Own): boolean {
  const putAway = get(putAwayAtom)?.value;
  return get(isUnsavedAtom) || (putAway !== undefined && putAway !== get(savedLegsAtom.leftAtom)?.value);
}
