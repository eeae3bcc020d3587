import { strikeText } from "../../format/strike-text.ts";

type Strike = "atm" | number;
const wordOf = (strike: Strike): string => (strike === "atm" ? "ATM" : strikeText(strike));

/** A call and a put in short: '24,200', 'ATM', '24,200 CE + 24,300 PE'. */
export const pairText = (ce: Strike, pe: Strike): string =>
  ce === pe ? wordOf(ce) : `${wordOf(ce)} CE + ${wordOf(pe)} PE`;
