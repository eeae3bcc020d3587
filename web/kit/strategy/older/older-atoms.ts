/** What a pane has, beside its strategy, that keeps it as the older builder does. */
import type { PaneOwn } from "../../pane/create-pane.ts";
import { ofSymbolAndDay } from "../../pane/of-symbol.ts";
import { isList, type SelectedStrategy } from "./older-saves.ts";

export type OlderAtoms = ReturnType<typeof createOlderAtoms>;

export function createOlderAtoms(own: PaneOwn<unknown>) {
  return {
    /** Which saved strategy is open. */
    selectedAtom: ofSymbolAndDay<SelectedStrategy | undefined>(own),
    /** What is kept in this browser, newest first. */
    localAtom: own.stored("savedstrategies", [], isList),
  };
}
