/** The atoms of one mounted Open = High / Open = Low; nothing of it outlives the page. */
import { atom } from "jotai";
import { createPane } from "../../kit/pane/create-pane.ts";
import { screen } from "./screen.ts";
import type { Mode, Params } from "./snapshot.ts";
import { table } from "./table.tsx";

export const openHighLow = createPane(screen, (own) => {
  const { mode, filter, timeframe, range } = screen.defaults;
  const modeAtom = atom<Mode>(mode);
  const filterAtom = atom(filter);
  const timeframeAtom = atom(timeframe);
  const rangeAtom = atom(range);
  const sorting = table.sortingOf(own);
  const paramsAtom = atom(
    (get): Params => ({
      mode: get(modeAtom),
      filter: get(filterAtom),
      timeframe: get(timeframeAtom),
      range: get(rangeAtom),
      sort: get(sorting.sortAtom),
    }),
  );
  return { modeAtom, filterAtom, timeframeAtom, rangeAtom, sorting, paramsAtom };
});
