/** The letters that link panes: those of one letter look at the same exchange, symbol and expiries. */
export const LINK_LETTERS = ["A", "B", "C", "D"] as const;
export type LinkLetter = (typeof LINK_LETTERS)[number];
