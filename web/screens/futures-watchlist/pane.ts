import { atom } from "jotai";
import { createNamedSets } from "../../kit/named-sets/create-named-sets.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { bareCopy, createAccountSets } from "../../state/saved/account-sets.ts";
import { isBoolean } from "../../state/saved/storage.ts";
import { ALL, BUILT_IN, type WatchList } from "./lists.ts";
import { screen } from "./screen.ts";
import type { Params } from "./snapshot.ts";
import { type Look, table } from "./table.tsx";

const isList = (value: unknown): value is WatchList =>
  Array.isArray(value) && value.every((name) => typeof name === "string");

/** The user's own lists are those of the account, wherever a watch list stands. */
export const ownLists = createAccountSets<WatchList>("watchlist", isList, bareCopy("watchlist"));

export const watchList = createPane(screen, (own) => {
  const lists = createNamedSets<WatchList>({
    setsAtom: ownLists.setsAtom,
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
