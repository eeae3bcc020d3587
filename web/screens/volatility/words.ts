/** What the screen says in words. Pure. */
import { dayWords } from "#contract/domain/date-words.ts";
import { counted } from "../../format/count-words.ts";
import { timeFormat } from "../../format/format.ts";
import type { Snapshot, Terms } from "./snapshot.ts";

/** '7 days', 'expires today'. */
export const daysText = (days: number): string =>
  days > 0 ? counted(days, "day") : days === 0 ? "expires today" : "expired";

const isEmpty = (line: Float64Array): boolean => line.every(Number.isNaN);

/** What is missing, or stands for something else: said in the row of controls. */
export function caveatsOf(snapshot: Snapshot, minute: "off" | "first" | number): readonly string[] {
  const { smile, earlierMinute, terms, expiry } = snapshot;
  const chosen = typeof minute === "number" ? timeFormat.text(minute) : "";
  const earlier = [
    ...(chosen !== "" && Number.isNaN(earlierMinute) ? [`No figures at ${chosen}`] : []),
    ...(chosen !== "" && earlierMinute < Number(minute)
      ? [`No figures at ${chosen}: ${timeFormat.text(earlierMinute)} is shown`]
      : []),
  ];
  return [
    ...(isEmpty(smile.now) ? [`No IV of ${dayWords(expiry)} now`] : []),
    ...earlier,
    ...(isEmpty(smile.previous) ? ["No previous close of this chain"] : []),
    ...(terms.missing > 0 ? [`${counted(terms.missing, "listed expiry", "listed expiries")} without a chain`] : []),
    ...(terms.loading > 0 ? [`${terms.loading} still loading`] : []),
  ];
}

/** A nearest expiry whose IV would flatten the curve of the others: on its last days it may be far off their scale. */
export function isAside({ now }: Pick<Terms, "now">): boolean {
  const [nearest = Number.NaN, ...others] = now;
  const known = others.filter((iv) => !Number.isNaN(iv));
  if (known.length < 3) return false;
  const low = Math.min(...known);
  const high = Math.max(...known);
  return nearest > high + (high - low) || nearest < low - (high - low);
}

/** '18 Aug 17.62, off the scale: expires today'. */
export function asideWords({ terms }: Pick<Snapshot, "terms">): string {
  const [expiry] = terms.expiries;
  if (expiry === undefined || !isAside(terms)) return "";
  return `${dayWords(expiry)} ${(terms.now[0] ?? Number.NaN).toFixed(2)}, off the scale: ${daysText(terms.days[0] ?? 0)}`;
}
