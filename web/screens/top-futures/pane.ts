/** The atoms of one mounted pane of ranked futures. */
import { atom } from "jotai";
import type { BoardMinutes } from "#contract/worker/futures-row.ts";
import type { TableSort } from "#contract/worker/table.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import type { Sorting } from "../../kit/table/define-table.ts";
import { isBoolean } from "../../state/saved/storage.ts";
import { screen } from "./screen.ts";
import { FILTERS, type Filter, type Params, RANKED, type Top } from "./snapshot.ts";

export const topFutures = createPane(screen, (own) => {
  const viewAtom = atom<1 | 2>(1);
  const filterAtom = atom<Filter>(FILTERS[0]);
  const topAtom = atom<Top>(10);
  const minutesAtom = atom<BoardMinutes>(0);
  const hasAnalysisAtom = own.stored("analysisTS", false, isBoolean);
  const findAtom = atom("");
  const isHeldAtom = atom(false);
  const listsAtom = atom((get) => (get(viewAtom) === 2 ? FILTERS : [get(filterAtom)]));

  /** A list is sorted by what it is of; the user only holds it. */
  const sortings = new Map<Filter, Sorting>(
    FILTERS.map((filter) => {
      const { measure: by, falling } = RANKED[filter];
      const sortAtom = atom<TableSort>({ by, descending: falling !== true });
      return [filter, { sortAtom, choiceAtom: sortAtom as Sorting["choiceAtom"], isHeldAtom }];
    }),
  );
  return {
    viewAtom,
    filterAtom,
    topAtom,
    minutesAtom,
    hasAnalysisAtom,
    findAtom,
    sortings,
    paramsAtom: atom(
      (get): Params => ({
        lists: get(listsAtom),
        top: get(topAtom),
        minutes: get(minutesAtom),
        find: get(findAtom),
        isHeld: get(isHeldAtom),
      }),
    ),
  };
});
