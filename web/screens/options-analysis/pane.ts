/** The atoms of one mounted Options Analysis: the view, what it counts in, and whose contracts it shows. */

import { atom } from "jotai";
import { BLOCKS, type Block, FRAMES, type Frame } from "#contract/domain/choices/frames.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { isOneOf, isShape } from "../../kit/pane/stored-shape.ts";
import { createStrike } from "../../kit/strikes/strike-state.ts";
import { timeSorting } from "../../kit/table/time-table.ts";
import { isBoolean } from "../../state/saved/storage.ts";
import { screen } from "./screen.ts";
import type { Params } from "./snapshot.ts";

/** The header that shows prices in place of changes, and back. */
export const LTP_HEADER = "price";

interface Options {
  readonly view: 1 | 2;
  readonly block: Block;
  /** View 1 shows prices in place of their changes. */
  readonly ltp: boolean;
  readonly frame: Frame;
}
const DEFAULTS: Options = { view: 2, block: 5, ltp: false, frame: 3 };
const isOptions = isShape<Options>({
  view: isOneOf([1, 2] as const),
  block: isOneOf(BLOCKS),
  ltp: isBoolean,
  frame: isOneOf(FRAMES),
});

export const analysis = createPane(screen, (own) => {
  const optionsAtom = own.stored<Options>("analysis", DEFAULTS, isOptions);
  const sideAtom = atom<"ce" | "pe">("ce");
  const strikeAtoms = { ce: createStrike(own), pe: createStrike(own) };
  const flipLtpAtom = atom(null, (_get, set) => set(optionsAtom, (before) => ({ ...before, ltp: !before.ltp })));
  const sorting = timeSorting(own, { [LTP_HEADER]: flipLtpAtom });
  const paramsAtom = atom((get): Params => {
    const { view, block, frame } = get(optionsAtom);
    return {
      view,
      frame,
      rowsPerBlock: block,
      strikes: [get(strikeAtoms.ce), get(strikeAtoms.pe)],
      side: get(sideAtom),
      isNewestFirst: get(sorting.sortAtom).descending,
    };
  });
  return { optionsAtom, sideAtom, strikeAtoms, sorting, paramsAtom };
});
