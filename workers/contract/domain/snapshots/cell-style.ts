/**
 * The style code of one table cell: what a derivation wants the painter to show beside the number, in one byte.
 * Bits 0-3 ink, 4-5 rank among the highest, 6 in the money, 7 stale. 0 means "as the column says".
 */
export const CELL_INKS = [
  "column",
  "ink",
  "ink-2",
  "ink-3",
  "up",
  "down",
  "call",
  "put",
  "warn",
  "accent",
  "danger",
  "ok",
  "buy",
  "sell",
  "fut",
  "spot",
] as const;
export type CellInk = (typeof CELL_INKS)[number];

/** Mask of the ink: an index into CELL_INKS. */
export const CELL_INK = 0b0000_1111;
/** The cell holds the highest, second or third value: a chip behind the number. On a strike cell RANK_1 marks the ATM. */
export const CELL_RANK_1 = 0b0001_0000;
export const CELL_RANK_2 = 0b0010_0000;
export const CELL_RANK = 0b0011_0000;
/** Shift that makes a rank 0 (none) to 3 of a code's rank bits. */
export const CELL_RANK_SHIFT = 4;
export const CELL_ATM = CELL_RANK_1;
/** The contract is in the money. */
export const CELL_ITM = 0b0100_0000;
/** The price is too old to act on. */
export const CELL_STALE = 0b1000_0000;

/** The ink bits of a style code. */
export const inkCode = (ink: CellInk): number => CELL_INKS.indexOf(ink);
