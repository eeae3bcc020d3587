/** An analysis in words. Pure. */
import { numberFormat } from "../../format/format.ts";

const ratio = numberFormat({ decimals: 2 });
const percent = numberFormat({ decimals: 1, suffix: "%" });
/** A ratio that would be written as 0 says nothing. */
const LEAST_REWARD = 0.01;

/** '1 : 0.44'; '-' where it is no ratio. */
export const ratioText = (value: number): string =>
  value > LEAST_REWARD && Number.isFinite(value) ? `1 : ${ratio.text(value)}` : "-";

/** The ratio with a dagger where its profit is one at an underlying worth nothing. */
export const rewardText = (value: number, isAtZero: boolean): string => {
  const text = ratioText(value);
  return isAtZero && text !== "-" ? `${text} †` : text;
};

export const REMOTE_REWARD =
  "Its most profit would need an underlying worth nothing: sorted by RR, it follows the others";

/** '65.8%', with a dagger where the usual rule would say otherwise. */
export const chanceText = (pop: number, rule: number): string =>
  Number.isNaN(pop) ? "-" : `${percent.text(pop)}${Number.isNaN(rule) ? "" : " †"}`;

export const chanceTitle = (rule: number): string | undefined =>
  Number.isNaN(rule)
    ? undefined
    : `The usual rule gives ${percent.text(rule)}: it takes a credit for a profit in the middle, and this payoff is the other way round`;

/** '24,085', '23,850 - 24,610'. */
export function breakEvenText(lower: number, upper: number, text: (level: number) => string): string {
  const points = [lower, upper].filter((spot) => spot > 0);
  return points.length === 0 ? "-" : points.map(text).join(" - ");
}

/** For a file: plain, '' where there is none, and 'Unlimited' where there is no end. */
export const plainFigure = (value: number): string =>
  Number.isNaN(value) ? "" : Number.isFinite(value) ? String(Number(value.toFixed(4))) : "Unlimited";
