import { atom } from "jotai";
import { createNamedSets } from "../../kit/named-sets/create-named-sets.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { bareCopy, createAccountSets, type Sets } from "../../state/saved/account-sets.ts";
import { isBoolean, isRecord } from "../../state/saved/storage.ts";
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
  // On the route this is what the account's lists are copied under.
  const olderAtom = own.stored<Sets<unknown>>("watchlist", {}, isRecord);
  const hasSectorAtom = own.stored("sector", true, isBoolean);
  const hasBasisAtom = own.stored("watchBasis", false, isBoolean);
  const isPercentageAtom = atom(true);
  const findAtom = atom("");
  const sorting = table.sortingOf(own);
  return {
    lists,
    /** In a workspace, once the account has answered: it gets the lists that were made in the pane before it kept any. Its own stay. */
    carryAtom: atom(null, (get, set) => {
      const older = get(olderAtom);
      if (Object.keys(older).length === 0) return;
      const kept = get(ownLists.setsAtom);
      const all = { ...kept };
      for (const [name, list] of Object.entries(older)) if (isList(list)) add(all, name, list);
      if (Object.keys(all).length > Object.keys(kept).length) set(ownLists.setsAtom, all);
      set(olderAtom, {});
    }),
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

/** Under a name of its own where another list has it. */
function add(all: Record<string, WatchList>, name: string, list: WatchList): void {
  if (!Object.hasOwn(all, name)) all[name] = list;
  else if (`${all[name]}` !== `${list}`) add(all, `${name} 2`, list);
}
