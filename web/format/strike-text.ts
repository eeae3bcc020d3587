import { formats } from "./format.ts";

/** '24,200', or '83.25' where the strikes stand in quarters; '-' where it is not known. */
export const strikeText = (strike: number): string =>
  (Number.isInteger(strike) || Number.isNaN(strike) ? formats.whole : formats.price).text(strike);

type Strike = "atm" | number;
const wordOf = (strike: Strike): string => (strike === "atm" ? "ATM" : strikeText(strike));

/** A call and a put in short: '24,200', 'ATM', '24,200 CE + 24,300 PE'. */
export const pairText = (ce: Strike, pe: Strike): string =>
  ce === pe ? wordOf(ce) : `${wordOf(ce)} CE + ${wordOf(pe)} PE`;
