/**
 * When the simulated exchange is open and how fast its clock runs. Pure functions of the calendar.
 *
 * Real time while equity derivatives trade; sixty times faster from the pre-open on and after their close, when only
 * currency trades. The day is over when the last session's closing minute is. A start before the pre-open is allowed: the
 * market then stands before its open, in real time.
 */
import { istDate, minuteLabel, nextTradingDay, type Session, sessionOf } from "#contract/domain/reference/calendar.ts";
import { type EpochMs, type IsoDate, isoDate, type Minute, minute } from "#contract/domain/units.ts";
import { FeedError } from "../../../market/feed.ts";

const EQUITY = "equity-derivatives";
/** The pre-open quarter of an hour of equity derivatives: an ordinary day begins at 09:00. */
const PRE_OPEN = 15;
const FAST = 60;
/** Where the first start puts the trader: both sessions open, the morning already on the charts. */
const FIRST_MINUTE = minute(735);

export interface DaySchedule {
  readonly date: IsoDate;
  readonly equity: Session;
  /** Undefined on days on which only equity trades. */
  readonly currency: Session | undefined;
  /** The clock's first minute, unless the first start is earlier. */
  readonly from: Minute;
  /** The clock's end: the minute after the last session's closing minute. */
  readonly to: Minute;
}

/** @throws FeedError when equity derivatives do not trade on `date`. */
export function scheduleOf(date: IsoDate): DaySchedule {
  const equity = sessionOf(EQUITY, date);
  if (!equity) throw new FeedError(`the simulated exchange is closed on ${date}: choose a trading day`);
  const currency = sessionOf("currency-derivatives", date);
  const preOpen = equity.open - PRE_OPEN;
  return {
    date,
    equity,
    currency,
    from: minute(currency ? Math.min(preOpen, currency.open) : preOpen),
    to: minute((currency ? Math.max(equity.close, currency.close) : equity.close) + 1),
  };
}

/** Exchange seconds per wall second at a minute of the day. */
export const rateAt = (day: DaySchedule, at: number): number =>
  at < day.from || (at >= day.equity.open && at < day.equity.close) ? 1 : FAST;

export const nextDay = (date: IsoDate): IsoDate => nextTradingDay(EQUITY, date);

export interface Start {
  readonly date: IsoDate;
  readonly minute: Minute;
}

/** Where a first start begins: today by the wall's IST date if it is a trading day, else the next one, at 12:15. */
export function firstStart(now: EpochMs): Start {
  const today = istDate(now);
  return { date: sessionOf(EQUITY, today) ? today : nextDay(today), minute: FIRST_MINUTE };
}

/** Where a feed resumes whose journal ends at `minute` of `date`. */
export function startAfter(date: IsoDate, at: Minute): Start {
  const day = scheduleOf(date);
  if (at + 1 < day.to) return { date, minute: minute(Math.max(at + 1, day.from)) };
  const next = nextDay(date);
  return { date: next, minute: scheduleOf(next).from };
}

/** Reads `YYYY-MM-DDTHH:MM`, an IST time on a trading day. @throws FeedError with one line that says what is wrong. */
export function parseStart(text: string): Start {
  const match = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  if (!match) throw new FeedError(`not a start time (YYYY-MM-DDTHH:MM): ${text}`);
  let date: IsoDate;
  try {
    date = isoDate(match[1] ?? "");
  } catch (error) {
    throw new FeedError(`not a start time (YYYY-MM-DDTHH:MM): ${text}`, { cause: error });
  }
  return checkedStart({ date, minute: minute(Number(match[2]) * 60 + Number(match[3])) });
}

/** @throws FeedError when the exchange's day is over by this time. */
export function checkedStart(start: Start): Start {
  const day = scheduleOf(start.date);
  if (start.minute < day.to) return start;
  throw new FeedError(
    `the simulated exchange runs to ${minuteLabel(minute(day.to - 1))} on ${start.date}, not at ${minuteLabel(start.minute)}`,
  );
}
