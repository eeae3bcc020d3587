/** The atoms of one mounted portfolio. The strategies are the account's (book.ts): two panes show the same. */
import { atom } from "jotai";
import { type Profits, profitsOf } from "#contract/domain/strategy/profits.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { positionsAtom } from "./book.ts";
import { screen } from "./screen.ts";

export const portfolio = createPane(screen, (own) => {
  /** At the newest prices; undefined before there are any for these legs. */
  const profitsAtom = atom((get): Profits | undefined => {
    const { revision, strategies } = get(positionsAtom);
    const { snapshot } = get(own.stateAtom);
    if (snapshot?.revision !== revision) return undefined;
    return profitsOf(strategies, (_leg, at) => snapshot.prices[at] ?? Number.NaN);
  });
  return {
    paramsAtom: positionsAtom,
    profitsAtom,
    /** Ids of the strategies whose legs are shown. */
    expandedAtom: atom<ReadonlySet<string>>(new Set<string>()),
    /** What the dialog of stop and target is about. */
    stopOfAtom: atom<string | undefined>(undefined),
  };
});
