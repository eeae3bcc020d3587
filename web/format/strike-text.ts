import { formats } from "./format.ts";

/** '24,200', or '83.25' where the strikes stand in quarters; '-' where it is not known. */
export const strikeText = (strike: number): string =>
  (Number.isInteger(strike) ? formats.whole : formats.price).text(strike);
