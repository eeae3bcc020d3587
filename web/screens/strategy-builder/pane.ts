/** The atoms of one mounted older builder: a strategy, which chart is looked at, and which saved one is open. */
import { atom } from "jotai";
import { createPane } from "../../kit/pane/create-pane.ts";
import { ofSymbolAndDay } from "../../kit/pane/of-symbol.ts";
import { createStrategyAtoms } from "../../kit/strategy/strategy-atoms.ts";
import { isList, type SelectedStrategy } from "./older-saves.ts";
import { screen } from "./screen.ts";

export const olderBuilder = createPane(screen, (own) => {
  const strategy = createStrategyAtoms(own);
  const chosenChartAtom = ofSymbolAndDay<boolean>(own);
  /** The price chart in the payoff's place; without a leg there are no prices to look at. */
  const showsPricesAtom = atom(
    (get) => get(strategy.legsAtom).length > 0 && get(chosenChartAtom) === true,
    (_get, set, shows: boolean) => set(chosenChartAtom, shows),
  );
  const selectedAtom = ofSymbolAndDay<SelectedStrategy | undefined>(own);
  /** What is kept in this browser, newest first. */
  const localAtom = own.stored("savedstrategies", [], isList);
  return { ...strategy, showsPricesAtom, selectedAtom, localAtom };
});
