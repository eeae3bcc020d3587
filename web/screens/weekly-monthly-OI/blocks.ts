/** Days in blocks of a week, and what they add up to. Pure. */

import type { Segment } from "#contract/domain/instruments.ts";
import { addDays, isHoliday, isTradingDay, isWeekend, weekday } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { csvFigure, csvText } from "../../grid/input/export.ts";
import { BUCKETS } from "./snapshot.ts";

/** The weekday that a block begins on. Most NSE futures expire on a Tuesday: the last arrangement ends with it. */
export const ARRANGEMENTS = [
  { value: "1", label: "Monday - Friday" },
  { value: "5", label: "Friday - Thursday" },
  { value: "3", label: "Wednesday - Tuesday" },
] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number]["value"];

/** @returns places of the dates: a new block begins on the chosen weekday, or when a weekday comes again. */
export function blocksOf(dates: readonly IsoDate[], arrangement: Arrangement): readonly (readonly number[])[] {
  const blocks: number[][] = [];
  const seen = new Set<number>();
  for (const [place, date] of dates.entries()) {
    const day = weekday(date);
    if (place === 0 || day === Number(arrangement) || seen.has(day)) {
      blocks.push([]);
      seen.clear();
    }
    seen.add(day);
    blocks.at(-1)?.push(place);
  }
  return blocks;
}

/** Long Build, Short Build, Long Unwind, Short Cover, Total Long, Total Short; NaN where they are not known. */
export type Rows = readonly number[];

/** The rows of a day. */
export function rowsOf(figures: Float64Array, place: number): Rows {
  const [longBuild = Number.NaN, shortBuild = Number.NaN, longUnwind = Number.NaN, shortCover = Number.NaN] =
    figures.subarray(place * BUCKETS, (place + 1) * BUCKETS);
  return [longBuild, shortBuild, longUnwind, shortCover, longBuild + longUnwind, shortBuild + shortCover];
}

/** The rows of several days added up; a day that is not known is left out, and without any day nothing is known. */
export function sumOf(days: readonly Rows[]): Rows {
  const known = days.filter((rows) => !rows.some(Number.isNaN));
  return Array.from({ length: BUCKETS + 2 }, (_, i) =>
    known.length === 0 ? Number.NaN : known.reduce((sum, rows) => sum + (rows[i] ?? 0), 0),
  );
}

const HEADINGS = ["Date", "Long Build", "Short Build", "Long Unwind", "Short Cover", "Total Long", "Total Short"];

/** Days as a table of a file: units, and nothing where a figure is not known. */
export const daysCsv = (days: readonly { readonly date: IsoDate; readonly rows: Rows }[]): string =>
  csvText([HEADINGS, ...days.map(({ date, rows }) => [date, ...rows.map(csvFigure)])]);

/** The first and the last day that are shown: the chosen ones, as far as there are any of this future. */
export function rangeIn(
  dates: readonly IsoDate[],
  from: IsoDate | undefined,
  to: IsoDate | undefined,
): { readonly from: IsoDate | undefined; readonly to: IsoDate | undefined } {
  return {
    from: from === undefined ? dates[0] : (dates.find((date) => date >= from) ?? dates.at(-1)),
    to: to === undefined ? dates.at(-1) : (dates.findLast((date) => date <= to) ?? dates[0]),
  };
}

export interface MissingDay {
  readonly date: IsoDate;
  readonly why: "holiday" | "to come" | "no figures";
}

/**
 * The weekdays of a block's week that have no column, and why. Days before the first one of all are not missed.
 * @param dates all that there are, whatever is shown @param begin the block's first day
 */
export function missingDays(
  dates: readonly IsoDate[],
  begin: IsoDate,
  arrangement: Arrangement,
  segment: Segment,
): readonly MissingDay[] {
  const [first] = dates;
  const today = dates.at(-1);
  if (first === undefined || today === undefined) return [];
  const since = (weekday(begin) - Number(arrangement) + 7) % 7;
  return Array.from({ length: 7 }, (_, i) => addDays(begin, i - since)).flatMap((date): MissingDay[] => {
    if (isWeekend(date) || date < first || dates.includes(date)) return [];
    if (isHoliday(segment, date) || !isTradingDay(segment, date)) return [{ date, why: "holiday" }];
    return [{ date, why: date > today ? "to come" : "no figures" }];
  });
}
