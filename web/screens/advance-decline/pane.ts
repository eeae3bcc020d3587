/** The atoms of one mounted advance/decline board. */
import { atom } from "jotai";
import { SECTOR_LISTS } from "#contract/domain/reference/sectors.ts";
import { type BoardMinutes, MEASURES, type Measure } from "#contract/worker/futures-row.ts";
import type { TableSort } from "#contract/worker/table.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { isOneOf } from "../../kit/pane/stored-shape.ts";
import type { VisibleLines } from "../../kit/series/visible-lines.ts";
import type { Sorting } from "../../kit/table/define-table.ts";
import { screen } from "./screen.ts";
import type { Params, Sector, View } from "./snapshot.ts";

const isMeasure = isOneOf(MEASURES);

export const board = createPane(screen, (own) => {
  const minutesAtom = atom<BoardMinutes>(0);
  const storedSortAtom = own.stored<Measure>("advancedeclinesort", "price", isMeasure);
  const ownSortsAtom = atom<Params["own"]>({});
  const heldAtom = atom<Sector>();
  const viewAtom = atom<View>("boxes");
  const findAtom = atom("");
  /** What every box is sorted by; choosing it ends what single boxes were sorted by. */
  const sortAtom = atom(
    (get) => get(storedSortAtom),
    (_get, set, sort: Measure) => {
      set(storedSortAtom, sort);
      set(ownSortsAtom, {});
    },
  );

  const sortingOf = (sector: Sector): Sorting => {
    const choiceAtom = atom(
      (get): TableSort => get(ownSortsAtom)[sector] ?? { by: get(sortAtom), descending: true },
      (get, set, next: TableSort | ((before: TableSort) => TableSort)) => {
        const sort = typeof next === "function" ? next(get(choiceAtom)) : next;
        set(ownSortsAtom, { ...get(ownSortsAtom), [sector]: sort });
      },
    );
    const isHeldAtom = atom(
      (get) => get(heldAtom) === sector,
      (get, set, isHeld: boolean) => {
        if (isHeld) set(heldAtom, sector);
        else if (get(heldAtom) === sector) set(heldAtom, undefined);
      },
    );
    return { sortAtom: choiceAtom, choiceAtom, isHeldAtom };
  };

  return {
    minutesAtom,
    viewAtom,
    findAtom,
    visibleAtom: atom<VisibleLines>({}),
    sortAtom,
    hasAnalysisAtom: atom(false),
    sortings: new Map((Object.keys(SECTOR_LISTS) as Sector[]).map((sector) => [sector, sortingOf(sector)])),
    /** Breadth is the same however the boxes are sorted and searched. */
    alertParamsAtom: atom((): Params => ({ ...screen.defaults, view: "breadth" })),
    paramsAtom: atom(
      (get): Params => ({
        minutes: get(minutesAtom),
        sort: get(sortAtom),
        own: get(ownSortsAtom),
        held: get(heldAtom),
        view: get(viewAtom),
        find: get(findAtom),
      }),
    ),
  };
});
