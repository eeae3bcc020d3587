/** What is said of a feed that is lost. */
import { atom } from "jotai";
import { isHistoryAtom } from "../clock/day.ts";
import { armedWatchesAtom, connectionAtom, isFeedLostAtom } from "./market.ts";

/** Empty where there is nothing to say: the figures of a past day stand still anyway. */
export const feedNoticeAtom = atom((get): string => {
  const { state, why } = get(connectionAtom);
  // A reason of a later release, whose page knows more of it.
  if (state === "refused") return `Connection to the exchange feed is refused: ${why}. Reload the page.`;
  if (!get(isFeedLostAtom)) return "";
  if (!get(isHistoryAtom)) return "Connection to the exchange feed is lost. Figures stand still while it is restored.";
  return get(armedWatchesAtom) > 0
    ? "Connection to the exchange feed is lost. Armed alerts are not watched until it is restored."
    : "";
});
feedNoticeAtom.debugLabel = "feedNotice";
