import { atom } from "jotai";
import { createNamedSets } from "../../kit/named-sets/create-named-sets.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import type { Sets } from "../../state/saved/account-sets.ts";
import { isBoolean, isRecord } from "../../state/saved/storage.ts";
import { ALL, BUILT_IN, type WatchList } from "./lists.ts";
import { screen } from "./screen.ts";
import type { Params } from "./snapshot.ts";
import { type Look, table } from "./table.tsx";

const isLists = (value: unknown): value is Sets<readonly string[]> =>
  isRecord(value) &&
  Object.values(value).every((names) => Array.isArray(names) && names.every((name) => typeof name === "string"));

export const watchList = createPane(screen, (own) => {
  const lists = createNamedSets<WatchList>({
    setsAtom: own.stored<Sets<WatchList>>("watchlist", {}, isLists),
    chosenAtom: own.storedText("currentWatch", ALL),
    builtIn: BUILT_IN,
  });
  const hasSectorAtom = own.stored("sector", true, isBoolean);
  const hasBasisAtom = own.stored("watchBasis", false, isBoolean);
  const isPercentageAtom = atom(true);
  const findAtom = atom("");
  const sorting = table.sortingOf(own);
  return {
    lists,
    hasSectorAtom,
    hasBasisAtom,
    isPercentageAtom,
    findAtom,
    sorting,
    lookAtom: atom(
      (get): Look => ({
        hasSector: get(hasSectorAtom),
        hasBasis: get(hasBasisAtom),
        isPercentage: get(isPercentageAtom),
      }),
    ),
    paramsAtom: atom((get): Params => {
      const { set: symbols } = get(lists.currentAtom);
      return {
        symbols,
        sort: get(sorting.sortAtom),
        isPercentage: get(isPercentageAtom),
        hasBasis: get(hasBasisAtom),
        find: get(findAtom),
      };
    }),
  };
});
