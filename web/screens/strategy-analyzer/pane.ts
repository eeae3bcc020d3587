/** The atoms of one mounted analyzer: what was asked, the answer, and the candidate that is looked at. */
import { atom, type Getter } from "jotai";
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { StrikeLimits } from "#contract/domain/strategy/analyzer-limits.ts";
import { NO_SHIFT, type WhatIf } from "#contract/domain/strategy/valuation.ts";
import type { TableSort } from "#contract/worker/table.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { ofSymbol } from "../../kit/pane/of-symbol.ts";
import { isShape } from "../../kit/pane/stored-shape.ts";
import { createStrategyAtoms } from "../../kit/strategy/strategy-atoms.ts";
import { isNumber } from "../../state/saved/storage.ts";
import { type Candidate, type Frozen, NO_CHECKED, rowOf } from "./candidate.ts";
import { kindsOf, type Listed } from "./kinds.ts";
import { screen } from "./screen.ts";
import type { Analysis, Filters, Params, Question, SortedBy } from "./snapshot.ts";
import { candidateRows } from "./table/candidate-rows.ts";

interface Answer {
  /** The prices that it stands on. */
  readonly frozen: Frozen;
  readonly analysis: Analysis;
  /** Counts the answers. */
  readonly version: number;
}

/** Strike steps to each side of the payoff. */
const NEAR = 15;

const FIRST_SORT: TableSort<SortedBy> = { by: "pop", descending: true };

const isFilter = (value: unknown): value is number | undefined => value === undefined || isNumber(value);
const isFilters = isShape<Filters>({
  pop: isFilter,
  reward: isFilter,
  maxProfit: isFilter,
  maxLoss: isFilter,
  atTarget: isFilter,
});

export const analyzer = createPane(screen, (own) => {
  const strategy = createStrategyAtoms(own);

  /** Whether prices are of what is looked at. A replay that stands before them knows nothing of them. */
  const isOfPane = (get: Getter, taken: Frozen): boolean => {
    const context = get(own.contextAtom);
    const { clock } = get(own.stateAtom);
    if (!context || !clock) return false;
    const isSame = taken.context.symbol === context.symbol && taken.context.expiry === context.expiry;
    return isSame && taken.date === clock.date && taken.minute <= clock.minute;
  };
  const takenAtom = atom<Frozen | undefined>(undefined);
  const frozenAtom = atom((get) => {
    const taken = get(takenAtom);
    return taken && isOfPane(get, taken) ? taken : undefined;
  });

  const answerAtom = atom<Answer | undefined>(undefined);
  /** The newest answer. While the next one is made it stays, with the time of its own prices: the table is not made anew. */
  const shownAtom = atom((get) => {
    const answer = get(answerAtom);
    return answer && isOfPane(get, answer.frozen) ? answer : undefined;
  });

  /** The candidate that is looked at. */
  const selectedAtom = atom<Candidate | undefined>(undefined);
  /** Its row; -1 where none is looked at, and where it is not listed. */
  const chosenAtom = atom((get) => {
    const selected = get(selectedAtom);
    const shown = get(shownAtom);
    return selected && shown ? rowOf(shown.analysis, selected) : -1;
  });

  const listedAtom = atom<Listed>("All");
  const checkedAtom = atom(NO_CHECKED);
  const sortAtom = atom(FIRST_SORT);
  const filtersAtom = own.stored<Filters>("analyzerFilters", {}, isFilters);

  /** By P&L at a target: two columns more. */
  const isOptimizingAtom = atom(false);
  const chosenTargetAtom = ofSymbol<Pick<WhatIf, "spot" | "daysLeft">>(own);
  /** The target is one for the table and for the payoff. */
  const whatIfAtom = atom(
    (get): WhatIf => ({ ...NO_SHIFT, ...get(chosenTargetAtom) }),
    (_get, set, { spot, daysLeft }: WhatIf) =>
      set(chosenTargetAtom, { ...(spot !== undefined && { spot }), ...(daysLeft !== undefined && { daysLeft }) }),
  );

  const questionAtom = atom((get): Question | undefined => {
    const frozen = get(frozenAtom);
    if (!frozen) return undefined;
    const { market, limits } = frozen;
    const listed = get(listedAtom);
    const { spot = market.spot, daysLeft = Number.POSITIVE_INFINITY } = get(whatIfAtom);
    const { atTarget, ...filters } = get(filtersAtom);
    return {
      market,
      limits,
      kinds: kindsOf(listed),
      ...(listed === "Checked Strategies" && { names: [...get(checkedAtom).keys()] }),
      filters: get(isOptimizingAtom) && atTarget !== undefined ? { ...filters, atTarget } : filters,
      target: { spot, daysLeft },
      sort: get(sortAtom),
    };
  });

  /** What the table reads. */
  const rowsAtom = atom((get) => {
    const shown = get(shownAtom);
    if (!shown) return undefined;
    const { analysis, version, frozen } = shown;
    return candidateRows(analysis, {
      version,
      checked: get(checkedAtom),
      chosen: get(chosenAtom),
      decimals: underlyingOf(frozen.context.symbol).decimals,
    });
  });

  return {
    ...strategy,
    whatIfAtom,
    paramsAtom: atom((get): Params => ({ ...get(strategy.paramsAtom), range: NEAR, whatIf: get(whatIfAtom) })),
    /** As the user has set them; undefined: about the spot. */
    chosenLimitsAtom: ofSymbol<StrikeLimits>(own),
    takenAtom,
    frozenAtom,
    listedAtom,
    checkedAtom,
    sortAtom,
    filtersAtom,
    isOptimizingAtom,
    questionAtom,
    answerAtom,
    shownAtom,
    /** Why there is none; '' where there is no reason. */
    whyNotAtom: atom(""),
    selectedAtom,
    chosenAtom,
    rowsAtom,
  };
});
