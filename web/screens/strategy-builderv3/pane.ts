/** The atoms of one mounted builder: a strategy, and which of its charts is looked at. */
import { atom } from "jotai";
import { createPane } from "../../kit/pane/create-pane.ts";
import { ofStay } from "../../kit/strategy/of-stay.ts";
import { createStrategyAtoms } from "../../kit/strategy/strategy-atoms.ts";
import { screen } from "./screen.ts";

/** Which of its charts: over the spot, over spot and date, through the day. */
export type BuilderView = "payoff" | "map" | "chart";

export const builder = createPane(screen, (own) => {
  const strategy = createStrategyAtoms(own);

  /** Without a leg there are no prices to look at. */
  const chosenViewAtom = ofStay<BuilderView>(own);
  const viewAtom = atom(
    (get): BuilderView => (get(strategy.legsAtom).length > 0 ? get(chosenViewAtom) : undefined) ?? "payoff",
    (_get, set, view: BuilderView) => set(chosenViewAtom, view),
  );
  const clearAtom = atom(null, (_get, set) => {
    set(strategy.clearAtom);
    set(chosenViewAtom, "payoff");
  });
  return { ...strategy, viewAtom, clearAtom };
});
