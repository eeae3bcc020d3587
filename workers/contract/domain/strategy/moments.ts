/**
 * The moments between now and a strategy's nearest expiry. Models count the days that are left each in its own way: from
 * `daysNow` of the model's days down to 0, they pass as the clock does from now to the close of the expiry.
 */

import type { Segment } from "../instruments.ts";
import { addDays, daysBetween, expiryClose, sessionOf, tradingDays } from "../reference/calendar.ts";
import { type IsoDate, type Minute, minute } from "../units.ts";

export interface Span {
  readonly segment: Segment;
  readonly date: IsoDate;
  readonly minute: Minute;
  /** The nearest expiry. */
  readonly expiry: IsoDate;
  /** The model's days from now to it. */
  readonly daysNow: number;
}

export interface Moment {
  readonly date: IsoDate;
  readonly minute: Minute;
}

const DAY = 1440;
/** Of each day, from often to seldom: each hour, its middle, nothing before the close. */
const WITHIN: readonly (readonly Minute[])[] = [[600, 660, 720, 780, 840, 900].map(minute), [minute(750)], []];
const MOST_COLUMNS = 25;

const lengthOf = ({ segment, date, minute, expiry }: Span): number =>
  Math.max(daysBetween(date, expiry) * DAY + expiryClose(segment, expiry) - minute, 0);

export function momentAt(span: Span, daysLeft: number): Moment {
  const share = span.daysNow > 0 ? Math.min(Math.max(daysLeft / span.daysNow, 0), 1) : 0;
  const at = Math.round(span.minute + (1 - share) * lengthOf(span));
  const days = Math.floor(at / DAY);
  return { date: addDays(span.date, days), minute: minute(at - days * DAY) };
}

/** Inverse of `momentAt`, within now and the expiry. */
export function daysLeftAt(span: Span, { date, minute }: Moment): number {
  const length = lengthOf(span);
  if (length === 0) return 0;
  const passed = daysBetween(span.date, date) * DAY + minute - span.minute;
  return span.daysNow * (1 - Math.min(Math.max(passed / length, 0), 1));
}

/**
 * Days left at the columns of a map: now, then each trading day's hours and close up to the expiry; of a longer time its middle
 * and close, then the closes alone, evenly thinned to 25 columns.
 */
export function mapMoments(span: Span): readonly number[] {
  const { segment, date, minute: now, expiry, daysNow } = span;
  const closes = tradingDays(segment, date, expiry).flatMap((day): Moment[] => {
    const close = day === expiry ? expiryClose(segment, expiry) : sessionOf(segment, day)?.close;
    return close === undefined ? [] : [{ date: day, minute: close }];
  });
  const isLater = (moment: Moment): boolean => moment.date > date || moment.minute > now;
  const choices = WITHIN.map((within) =>
    closes
      .flatMap((close) => [
        ...within.filter((at) => at < close.minute).map((at) => ({ date: close.date, minute: at })),
        close,
      ])
      .filter(isLater),
  );
  const moments =
    choices.find(({ length }) => length < MOST_COLUMNS) ?? thinned(choices.at(-1) ?? [], MOST_COLUMNS - 1);
  const left = [daysNow, ...moments.map((moment) => daysLeftAt(span, moment))];
  // Two moments at one place in time are one column.
  return left.filter((one, i) => i === 0 || one < left[i - 1]!);
}

/** So many of them at most, the last one always. */
function thinned<T>(all: readonly T[], most: number): readonly T[] {
  const count = Math.min(all.length, most);
  return Array.from({ length: count }, (_, i) => all[Math.round(((i + 1) * all.length) / count) - 1]!);
}
