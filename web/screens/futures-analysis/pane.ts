/** The atoms of one mounted Futures Analysis. */

import { atom } from "jotai";
import { BLOCKS, type Block, type Frame } from "#contract/domain/choices/frames.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { timeSorting } from "../../kit/table/time-table.ts";
import { screen } from "./screen.ts";
import type { Params } from "./snapshot.ts";

/** The header that shows prices in place of changes, and back. */
export const LTP_HEADER = "price";

/** How a block's rows are kept; ten of them were offered once. */
export const BLOCK_WORDS = { 5: "Fifteen", 10: "Thirty", 20: "Hour" } as const;
/** The block of a stored word; what is not offered is the first one. */
export const blockOfWord = (word: string): Block => BLOCKS.find((rows) => BLOCK_WORDS[rows] === word) ?? BLOCKS[0];

export const analysis = createPane(screen, (own) => {
  const viewAtom = atom<1 | 2>(1);
  const frameAtom = atom<Frame>(3);
  const hasLtpAtom = atom(false);
  const wordAtom = own.storedText("futuresAnalysisBlock", BLOCK_WORDS[BLOCKS[0]]);
  const blockAtom = atom(
    (get) => blockOfWord(get(wordAtom)),
    (_get, set, block: Block) => set(wordAtom, BLOCK_WORDS[block]),
  );
  const flipLtpAtom = atom(null, (get, set) => set(hasLtpAtom, !get(hasLtpAtom)));
  const sorting = timeSorting(own, { [LTP_HEADER]: flipLtpAtom });
  return {
    viewAtom,
    frameAtom,
    hasLtpAtom,
    blockAtom,
    sorting,
    paramsAtom: atom(
      (get): Params => ({
        view: get(viewAtom),
        rowsPerBlock: get(blockAtom),
        frame: get(frameAtom),
        isNewestFirst: get(sorting.sortAtom).descending,
      }),
    ),
  };
});
