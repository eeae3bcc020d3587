/** What the history picker may show: range, years, and what a date has. Pure. */

import type { DayKey, FrozenDay } from "#contract/domain/clock.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { HistoryDay } from "#contract/wire/http/market.ts";
import { namedFew } from "../../../format/count-words.ts";
import { neighbourDay, symbolsOfDay } from "../../../state/clock/history.ts";

const USUAL_FIRST = "2022-01-01" as IsoDate;

/** The first day that may be picked: 2022 begins the range, unless an older day is listed. */
export function firstDateOf(days: readonly HistoryDay[]): IsoDate {
  const oldest = (days[0]?.date ?? USUAL_FIRST) as IsoDate;
  return oldest < USUAL_FIRST ? oldest : USUAL_FIRST;
}

const yearOf = (date: IsoDate): number => Number(date.slice(0, 4));

/** From the year of `first` to that of `today`. */
export const yearsUpTo = (today: IsoDate, first: IsoDate): number[] =>
  Array.from({ length: yearOf(today) - yearOf(first) + 1 }, (_, i) => yearOf(first) + i);

/** The same day of another year, inside the range; 29 February becomes the 28th. */
export function inYear(date: string, year: number, today: IsoDate, first: IsoDate): IsoDate {
  const day = date.slice(4) === "-02-29" && year % 4 !== 0 ? "-02-28" : date.slice(4);
  const wanted = `${year}${day}` as IsoDate;
  return wanted < first ? first : wanted > today ? today : wanted;
}

export interface Picked {
  /** As the date field holds it: may be empty, or no day of the list. */
  readonly date: string;
  /** The user's choice among several sources. */
  readonly source: DayKey["source"] | undefined;
}

/** Everything the panel says and allows about a picked date. */
export interface PickedFacts {
  /** The days of that date, the real source first; empty: the list has none. */
  readonly offers: readonly HistoryDay[];
  /** The one that Go shows. */
  readonly day: HistoryDay | undefined;
  /** It is the one that is shown already. */
  readonly isCurrent: boolean;
  readonly previous: DayKey | undefined;
  readonly next: DayKey | undefined;
}

export function readPicked(
  days: readonly HistoryDay[],
  { date, source }: Picked,
  shown: FrozenDay | undefined,
): PickedFacts {
  const offers = days.filter((one) => one.date === date);
  const day = offers.find((one) => one.source === source) ?? offers[0];
  // The open day is none of the list, even where the list has one of its date.
  const past = shown === "today" ? undefined : shown;
  return {
    offers,
    day,
    isCurrent: past !== undefined && past.date === date && past.source === day?.source,
    // From a date that the list does not have there is no step.
    previous: day && neighbourDay(days, day.date as IsoDate, day.source, -1),
    next: day && neighbourDay(days, day.date as IsoDate, day.source, 1),
  };
}

/** How many symbols are named one by one. */
const NAMED = 4;

/** 'NIFTY, BANKNIFTY, RELIANCE, SBIN and 9 more' */
export const symbolWords = (day: HistoryDay): string => namedFew(symbolsOfDay(day), NAMED);
