/** The atoms of one mounted portfolio. The strategies are the account's (book.ts): two panes show the same. */
import { atom } from "jotai";
import { type Profits, profitsOf } from "#contract/domain/strategy/profits.ts";
import type { Snapshot as Attribution } from "../../components/attribution/snapshot.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { universeAtom } from "../../state/market/market.ts";
import { createStateAtom } from "../../state/pane/pane.ts";
import { positionsAtom, shownAtom } from "./book.ts";
import { attributionParams, type Causes, causesOf, WHOLE } from "./causes.ts";
import { screen } from "./screen.ts";

export const portfolio = createPane(screen, (own) => {
  /** At the newest prices; undefined before there are any for these legs. */
  const profitsAtom = atom((get): Profits | undefined => {
    const { revision, strategies } = get(positionsAtom);
    const { snapshot } = get(own.stateAtom);
    if (snapshot?.revision !== revision) return undefined;
    return profitsOf(strategies, (_leg, at) => snapshot.prices[at] ?? Number.NaN);
  });
  /** Off at first: it loads the chains of the legs, which profits do without. */
  const hasCausesAtom = own.stored("portfolioAttribution", false, (value) => typeof value === "boolean");
  /** What the lines of the causes are of. */
  const subjectAtom = atom(WHOLE);
  const attributionAtom = createStateAtom<Attribution>("portfolio.attribution");
  const causesAtom = atom((get): Causes | undefined => {
    const positions = get(positionsAtom);
    const { snapshot } = get(attributionAtom);
    return get(hasCausesAtom) && snapshot?.revision === positions.revision ? causesOf(snapshot, positions) : undefined;
  });
  return {
    paramsAtom: positionsAtom,
    profitsAtom,
    hasCausesAtom,
    subjectAtom,
    attributionAtom,
    attributionParamsAtom: atom((get) =>
      attributionParams(get(shownAtom), get(positionsAtom), get(subjectAtom), get(universeAtom)),
    ),
    causesAtom,
    /** What the live cells show. */
    liveAtom: atom((get) => ({ profits: get(profitsAtom), causes: get(causesAtom) })),
    /** Ids of the strategies whose legs are shown. */
    expandedAtom: atom<ReadonlySet<string>>(new Set<string>()),
    /** What the dialog of stop and target is about. */
    stopOfAtom: atom<string | undefined>(undefined),
  };
});
