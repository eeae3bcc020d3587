/**
 * Days of a future put together into weeks or months: first open, highest high, lowest low, last close, all volume, and the open
 * interest that the period ended with. A period that lacks a trading day, or has one with missing minutes, is partial.
 */

import type { Segment } from "#contract/domain/instruments.ts";
import { addDays, isTradingDay, weekday } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";

/** A future's day: rupees and units, NaN where it is not known. */
export interface FutureDay {
  readonly date: IsoDate;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly oi: number;
  /** Minutes of it are missing, or it still runs. */
  readonly isPartial: boolean;
}

export interface Period extends Omit<FutureDay, "date"> {
  /** Its first and last day with figures. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Days with figures, and trading days without. */
  readonly days: number;
  readonly lacking: number;
}

export type PeriodKind = "weeks" | "months";

/** The first day of the period that a date is in: its Monday, or the first of its month. */
const beginOf = (date: IsoDate, kind: PeriodKind): IsoDate =>
  kind === "months" ? (`${date.slice(0, 8)}01` as IsoDate) : addDays(date, -((weekday(date) + 6) % 7));

const endOf = (begin: IsoDate, kind: PeriodKind): IsoDate =>
  kind === "weeks" ? addDays(begin, 6) : addDays(beginOf(addDays(begin, 31), "months"), -1);

/** @param days oldest first @param today trading days after it are not lacking: they are to come */
export function periodsOf(
  days: readonly FutureDay[],
  kind: PeriodKind,
  segment: Segment,
  today: IsoDate,
): readonly Period[] {
  const groups = new Map<IsoDate, FutureDay[]>();
  for (const day of days) {
    const begin = beginOf(day.date, kind);
    const group = groups.get(begin);
    if (group) group.push(day);
    else groups.set(begin, [day]);
  }
  return Array.from(groups, ([begin, group]) => periodOf(group, tradingDays(begin, kind, segment, today)));
}

function tradingDays(begin: IsoDate, kind: PeriodKind, segment: Segment, today: IsoDate): number {
  const end = endOf(begin, kind);
  let count = 0;
  for (let date = begin; date <= end && date <= today; date = addDays(date, 1))
    if (isTradingDay(segment, date)) count++;
  return count;
}

function periodOf(days: readonly FutureDay[], listed: number): Period {
  const [first, last] = [days[0]!, days.at(-1)!];
  const lacking = Math.max(0, listed - days.length);
  return {
    from: first.date,
    to: last.date,
    open: first.open,
    high: Math.max(...days.map(({ high }) => high)),
    low: Math.min(...days.map(({ low }) => low)),
    close: last.close,
    volume: days.reduce((sum, { volume }) => sum + volume, 0),
    oi: last.oi,
    days: days.length,
    lacking,
    isPartial: lacking > 0 || days.some(({ isPartial }) => isPartial),
  };
}
