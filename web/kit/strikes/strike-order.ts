/** The order of strikes, kept for all tables of strikes: lowest first, until a press on 'Strike' turns it around. */
import { atom } from "jotai";
import type { TableSort } from "#contract/worker/table.ts";
import { isBoolean } from "../../state/saved/storage.ts";
import type { PaneSettings } from "../pane/mount.ts";
import { isShape } from "../pane/stored-shape.ts";
import type { Sorting } from "../table/define-table.ts";

interface StrikeInverse {
  readonly currentInverse: boolean;
}

export function strikeSorting({ stored }: PaneSettings): Sorting {
  const inverseAtom = stored(
    "strikeInverse",
    { currentInverse: false },
    isShape<StrikeInverse>({ currentInverse: isBoolean }),
  );
  const sortAtom = atom((get): TableSort => ({ by: "strike", descending: get(inverseAtom).currentInverse }));
  return {
    sortAtom,
    choiceAtom: atom(
      (get) => get(sortAtom),
      (get, set, next) => {
        const { descending } = typeof next === "function" ? next(get(sortAtom)) : next;
        set(inverseAtom, { currentInverse: descending });
      },
    ),
    isHeldAtom: atom(false),
  };
}
