/** The days that have end-of-day figures as lines of text, a line a year: there may be thousands of them. */
import { grouped } from "../grouped.ts";
import type { DailyDay } from "./daily-figures.ts";

/** Symbols that are named of a year. */
const SHOWN_SYMBOLS = 6;

/** @param days oldest first. */
export function dailyListLines(days: readonly DailyDay[]): string[] {
  if (days.length === 0) return [];
  const years = grouped(days, ({ date, source }) => `${date.slice(0, 4)} ${source}`);
  const lines = Array.from(years.values(), (ofYear) => {
    const first = ofYear[0];
    const symbols = new Set(
      ofYear.flatMap(({ underlyings, contracts }) => [...contracts, ...underlyings].map(({ symbol }) => symbol)),
    );
    const contracts = ofYear.reduce((sum, day) => sum + day.contracts.reduce((rows, { count }) => rows + count, 0), 0);
    const named = [...symbols].sort().slice(0, SHOWN_SYMBOLS).join(" ");
    const more = symbols.size > SHOWN_SYMBOLS ? ` and ${symbols.size - SHOWN_SYMBOLS} more` : "";
    const span = `${first.date} to ${ofYear[ofYear.length - 1].date}`;
    return `${first.source}  ${span}  ${ofYear.length === 1 ? "1 day" : `${ofYear.length} days`}  ${contracts} contract figures  ${named}${more}`;
  });
  return ["End-of-day figures (no minutes, so not to be replayed):", ...lines.map((line) => `  ${line}`)];
}
