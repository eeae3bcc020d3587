/** What the screen says in words. Pure. */
import { counted } from "../../format/count-words.ts";
import { formats } from "../../format/format.ts";
import type { Figure, Params, Snapshot } from "./snapshot.ts";

export const NAMES: Readonly<Record<Figure, string>> = {
  gamma: "Gamma exposure",
  delta: "Delta exposure",
  vega: "Vega exposure",
};
/** What a crore of each is for. */
export const UNITS: Readonly<Record<Figure, string>> = {
  gamma: "₹ crore for a move of 1 % of spot",
  delta: "₹ crore",
  vega: "₹ crore for a point of IV",
};

const RULES: Readonly<Record<Params["positive"], string>> = {
  calls: "Assumes dealers are long calls and short puts: calls count +, puts \u2212.",
  puts: "Assumes dealers are short calls and long puts: calls count \u2212, puts +.",
};

/** The sign rule is an assumption, and says so. */
export const ruleWords = (positive: Params["positive"]): string =>
  `${RULES[positive]} Delta keeps each option's own sign.`;

/** What dealers who stay neutral do to moves of the spot, by the sign rule. @param gamma net, in any unit */
export function hedgingWords(gamma: number): string {
  if (gamma > 0) return "long gamma: hedging damps moves";
  return gamma < 0 ? "short gamma: hedging adds to moves" : "";
}

/** What is missing in the figures. */
export function caveatsOf({ hasOi, left, leftOi, missing, loading, byExpiry }: Snapshot): readonly string[] {
  return [
    ...(byExpiry.length > 0 && !hasOi ? ["This day has no open interest"] : []),
    ...(left > 0 ? [`${counted(left, "contract")} without an IV left out, OI ${formats.lakhUnit.text(leftOi)}`] : []),
    ...(missing > 0 ? [`${counted(missing, "listed expiry", "listed expiries")} without a chain`] : []),
    ...(loading > 0 ? [`${loading} still loading`] : []),
  ];
}
