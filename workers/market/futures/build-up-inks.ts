/** The colour of a build-up's words in a table over time: builds by their direction, what undoes them is quiet. */
import { LONG_BUILD, NO_BUILD_UP, SHORT_BUILD } from "#contract/domain/build-up.ts";
import { type CellInk, inkCode } from "#contract/domain/snapshots/cell-style.ts";

const INKS: Readonly<Record<number, CellInk>> = {
  [LONG_BUILD]: "up",
  [SHORT_BUILD]: "down",
  [NO_BUILD_UP]: "ink-3",
};

/** The style code of a build-up's cell. */
export const analysisInk = (code: number): number => inkCode(INKS[code] ?? "column");
