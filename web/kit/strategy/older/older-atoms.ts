/** What a pane has, beside its strategy, that keeps it as the older builder does. */
import type { PaneOwn } from "../../pane/create-pane.ts";
import { ofStay } from "../of-stay.ts";
import { isList, type SelectedStrategy } from "./older-saves.ts";

export type OlderAtoms = ReturnType<typeof createOlderAtoms>;

export function createOlderAtoms(own: PaneOwn<unknown>) {
  return {
    /** Which saved strategy is open. */
    selectedAtom: ofStay<SelectedStrategy | undefined>(own),
    /** What is kept in this browser, newest first. */
    localAtom: own.stored("savedstrategies", [], isList),
  };
}
