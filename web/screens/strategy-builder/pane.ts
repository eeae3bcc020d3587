/** The atoms of one mounted older builder: a strategy, which chart is looked at, and which saved one is open. */
import { atom } from "jotai";
import { createPane } from "../../kit/pane/create-pane.ts";
import { ofStay } from "../../kit/strategy/of-stay.ts";
import { createOlderAtoms } from "../../kit/strategy/older/older-atoms.ts";
import type { SelectedStrategy } from "../../kit/strategy/older/older-saves.ts";
import { createStrategyAtoms } from "../../kit/strategy/strategy-atoms.ts";
import { screen } from "./screen.ts";

export const olderBuilder = createPane(screen, (own) => {
  const strategy = createStrategyAtoms(own);
  const chosenChartAtom = ofStay<boolean>(own);
  /** The price chart in the payoff's place; without a leg there are no prices to look at. */
  const showsPricesAtom = atom(
    (get) => get(strategy.legsAtom).length > 0 && get(chosenChartAtom) === true,
    (_get, set, shows: boolean) => set(chosenChartAtom, shows),
  );
  const clearAtom = atom(null, (_get, set) => {
    set(strategy.clearAtom);
    set(chosenChartAtom, false);
  });
  const older = createOlderAtoms(own);
  /** It is kept no more: its legs are not saved where they are open. */
  const forgetSelectedAtom = atom(null, (get, set, { db, name }: SelectedStrategy) => {
    const selected = get(older.selectedAtom);
    if (selected?.db !== db || selected.name !== name) return;
    set(older.selectedAtom, undefined);
    set(strategy.savedLegsAtom, undefined);
  });
  return { ...strategy, ...older, showsPricesAtom, clearAtom, forgetSelectedAtom };
});
