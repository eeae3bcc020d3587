/** The atoms of one mounted portfolio. The strategies are the account's (`book/`): two panes show the same. */
import { atom } from "jotai";
import { parseExpiry } from "#contract/domain/instruments.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { type Profits, profitsOf } from "#contract/domain/strategy/profits.ts";
import type { Snapshot as Attribution } from "../../components/attribution/snapshot.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { paneDayAtom } from "../../state/clock/day.ts";
import { universeAtom } from "../../state/market/market.ts";
import { createStateAtom } from "../../state/pane/pane.ts";
import { attributionParams, type Causes, causesOf, WHOLE } from "./attribution/causes.ts";
import { createHeldThen } from "./book/held-then.ts";
import { awaitsDaysAtom, positionOf, positionsAtom, shownAtom } from "./book/positions.ts";
import { screen, unloadedOf } from "./screen.ts";

export const portfolio = createPane(screen, (own) => {
  const heldThen = createHeldThen();
  /** As they are, or on a past day as its orders had made them by the minute that is shown. */
  const heldAtom = atom((get) => {
    const { clock } = get(own.stateAtom);
    return heldThen(get(shownAtom), clock?.mode === "live" ? undefined : clock);
  });
  const heldPositionsAtom = atom((get) => get(heldAtom).map(positionOf));
  /** At the newest prices; undefined before there are any for these legs. */
  const profitsAtom = atom((get): Profits | undefined => {
    const { snapshot } = get(own.stateAtom);
    if (snapshot?.revision !== get(positionsAtom).revision) return undefined;
    return profitsOf(get(heldPositionsAtom), (_leg, at) => snapshot.prices[at] ?? Number.NaN);
  });
  /** Names of strategies that have no total for want of what an expired leg was settled at; '' for none, and while the list of days is on its way. */
  const unsettledAtom = atom((get): string => {
    const prices = get(profitsAtom)?.prices;
    const date = get(own.stateAtom).clock?.date;
    if (!prices || date === undefined || get(awaitsDaysAtom)) return "";
    let at = 0;
    const isUnsettled = ({ expiry, isClosed }: StrategyLeg): boolean =>
      Number.isNaN(prices[at++]) && !isClosed && parseExpiry(expiry) < date;
    return get(heldAtom)
      .filter(({ legs }) => legs.filter(isUnsettled).length > 0)
      .map(({ name }) => name)
      .join(", ");
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
    heldAtom,
    profitsAtom,
    /** Figures of a day that was left stand until those of now come: nothing is closed at them. */
    isLiveAtom: atom((get) => get(paneDayAtom) === undefined && (get(own.stateAtom).clock?.mode ?? "live") === "live"),
    unsettledAtom,
    hasCausesAtom,
    subjectAtom,
    attributionAtom,
    attributionParamsAtom: atom((get) =>
      attributionParams(get(shownAtom), get(positionsAtom), get(subjectAtom), get(universeAtom)),
    ),
    causesAtom,
    /** Strategies with legs in chains that are not loaded, where chains are: on past days, and for the attribution. */
    unloadedAtom: atom((get) => {
      const isLive = get(paneDayAtom) === undefined;
      return isLive && !get(hasCausesAtom) ? 0 : unloadedOf(get(positionsAtom));
    }),
    /** Letters of the names that are shown; '' for all. */
    findAtom: atom(""),
    /** Ids of the strategies whose legs are shown. */
    expandedAtom: atom<ReadonlySet<string>>(new Set<string>()),
    /** What the dialog of stop and target is about. */
    stopOfAtom: atom<string | undefined>(undefined),
  };
});
