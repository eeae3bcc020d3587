/** What 'Trade' sends. */
import { atom } from "jotai";
import { hasClosing } from "#contract/domain/strategy/portfolio.ts";
import { type HeldStrategy, isLivingAtom, shownAtom } from "./book.ts";

/** The strategies that are shown, with the legs alone whose closing orders can still be sent: no broker takes one of an expired leg. */
export const toSendAtom = atom((get): readonly HeldStrategy[] => {
  const isLiving = get(isLivingAtom);
  return get(shownAtom).map((one) => ({ ...one, legs: one.legs.filter((leg) => isLiving(leg) && hasClosing(leg)) }));
});
