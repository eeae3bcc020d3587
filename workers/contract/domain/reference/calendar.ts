/**
 * The exchange calendar: one per segment, the same for server and client.
 *
 * Pure functions of a date; nothing here asks what day it is. A date that the lists of calendar-data.ts do not reach
 * is a trading day unless it is a weekend or one of the fixed national holidays.
 */

import type { Segment } from "../instruments.ts";
import { type EpochMs, type IsoDate, isoDate, type Minute, minute, type Slot } from "../units.ts";
import {
  CLOSING_AUCTION_SINCE,
  CURRENCY_ONLY_HOLIDAYS,
  EQUITY_HOLIDAYS,
  EQUITY_WEEKEND_SESSIONS,
  FIXED_HOLIDAYS,
  LAST_LISTED_YEAR,
  MUHURAT,
} from "./calendar-data.ts";

/** The trading hours of one day. Both ends trade: 09:15-15:30 has 376 one-minute points. */
export interface Session {
  readonly open: Minute;
  readonly close: Minute;
  /** close - open + 1 */
  readonly points: number;
}

export const DAY_MS = 86_400_000;
/** How far Indian clocks are ahead of UTC. */
export const IST_MS = 330 * 60_000;
const MINUTES_PER_DAY = 1440;
const MINUTES_PER_YEAR = 365 * MINUTES_PER_DAY;
/** USDINR contracts stop trading at 12:30 on their last day. */
const CURRENCY_EXPIRY_CLOSE = minute(750);

const hours = (open: number, close: number): Session =>
  Object.freeze({ open: minute(open), close: minute(close), points: close - open + 1 });

const EQUITY_TO_JULY_2026 = hours(555, 930);
const EQUITY = hours(555, 940);
const CURRENCY = hours(540, 1020);

const utc = (date: IsoDate): number =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)));

/** 0 Sunday .. 6 Saturday. */
export const weekday = (date: IsoDate): number => new Date(utc(date)).getUTCDay();

export const isWeekend = (date: IsoDate): boolean => weekday(date) % 6 === 0;

/** The date `days` later (earlier when negative). */
export const addDays = (date: IsoDate, days: number): IsoDate =>
  isoDate(new Date(utc(date) + days * DAY_MS).toISOString().slice(0, 10));

/** Calendar days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: IsoDate, to: IsoDate): number => Math.round((utc(to) - utc(from)) / DAY_MS);

/** Whether the day's only session is the Muhurat hour; no contract expires on such a day. */
export const isMuhurat = (date: IsoDate): boolean => MUHURAT[date] !== undefined;

/** A published holiday on a weekday. Weekends are not holidays here. */
export function isHoliday(segment: Segment, date: IsoDate): boolean {
  const year = date.slice(0, 4);
  const day = date.slice(5);
  if (Number(year) > LAST_LISTED_YEAR) return FIXED_HOLIDAYS.includes(day);
  if (EQUITY_HOLIDAYS[year]?.includes(day)) return true;
  return segment === "currency-derivatives" && CURRENCY_ONLY_HOLIDAYS[year]?.includes(day) === true;
}

/** The regular hours of the segment in force on `date`, whether or not that day trades. */
export function regularHours(segment: Segment, date: IsoDate): Session {
  if (segment === "currency-derivatives") return CURRENCY;
  return date < CLOSING_AUCTION_SINCE ? EQUITY_TO_JULY_2026 : EQUITY;
}

/** The session of a day; undefined when the segment does not trade. */
export function sessionOf(segment: Segment, date: IsoDate): Session | undefined {
  const special = MUHURAT[date] ?? (segment === "equity-derivatives" ? EQUITY_WEEKEND_SESSIONS[date] : undefined);
  if (special) return hours(special[0], special[1]);
  if (isWeekend(date) || isHoliday(segment, date)) return undefined;
  return regularHours(segment, date);
}

/** The session of a day, and the regular hours of one that does not trade. */
export const hoursOf = (segment: Segment, date: IsoDate): Session =>
  sessionOf(segment, date) ?? regularHours(segment, date);

export const isTradingDay = (segment: Segment, date: IsoDate): boolean => sessionOf(segment, date) !== undefined;

/** A weekday of ordinary trading, on which contracts may expire: no weekend session, no Muhurat. */
export const isBusinessDay = (segment: Segment, date: IsoDate): boolean =>
  !isWeekend(date) && !isMuhurat(date) && !isHoliday(segment, date);

function step(segment: Segment, date: IsoDate, days: 1 | -1): IsoDate {
  let day = addDays(date, days);
  while (!isTradingDay(segment, day)) day = addDays(day, days);
  return day;
}

/** The first trading day after `date`. */
export const nextTradingDay = (segment: Segment, date: IsoDate): IsoDate => step(segment, date, 1);

/** The last trading day before `date`. */
export const previousTradingDay = (segment: Segment, date: IsoDate): IsoDate => step(segment, date, -1);

/** The trading days from `from` to `to`, both included, in order. */
export function tradingDays(segment: Segment, from: IsoDate, to: IsoDate): IsoDate[] {
  const days: IsoDate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (isTradingDay(segment, day)) days.push(day);
  return days;
}

/**
 * The closing auction of the cash market (15:15-15:35 since 3 August 2026), while which an equity index stands still
 * and its options trade on; undefined on days without one.
 */
export function closingAuction(
  segment: Segment,
  date: IsoDate,
): { readonly from: Minute; readonly to: Minute } | undefined {
  if (segment !== "equity-derivatives" || date < CLOSING_AUCTION_SINCE || !isBusinessDay(segment, date))
    return undefined;
  return { from: minute(915), to: minute(935) };
}

export const minuteOf = (session: Session, at: Slot): Minute => minute(session.open + at);

const two = (value: number): string => String(value).padStart(2, "0");

/** 'HH:MM' of a minute of the day; a fraction is cut off. */
export const minuteLabel = (at: Minute): string => `${two(Math.floor(at / 60))}:${two(Math.floor(at) % 60)}`;

/** 'HH:MM' of every slot, in order. */
export const slotTimes = (session: Session): string[] =>
  Array.from({ length: session.points }, (_, i) => minuteLabel(minute(session.open + i)));

/** The slots that currency has before the equity market opens: '09:00'..'09:14'. */
export const TIME_9AM: readonly string[] = slotTimes(hours(540, 554));

/** The minute at which a contract of this expiry stops trading: the session's close, or 12:30 for USDINR. */
export function expiryClose(segment: Segment, expiry: IsoDate): Minute {
  if (segment === "currency-derivatives") return CURRENCY_EXPIRY_CLOSE;
  return hoursOf(segment, expiry).close;
}

/** How time to expiry is counted: the specification's way, or to the minute. */
export type TimeMode = "spec" | "forward";

/**
 * Years from (date, minute) to the close of the expiry day; never negative.
 *
 * 'spec': whole calendar days / 365, and on the expiry day its minutes to the close / (365 x 1440). On this basis our
 * IV equals the exchange's own column. 'forward': minutes to the close / 525,600 on every day.
 */
export function yearsToExpiry(segment: Segment, expiry: IsoDate, date: IsoDate, at: Minute, mode: TimeMode): number {
  const days = daysBetween(date, expiry);
  if (days < 0) return 0;
  if (mode === "spec" && days > 0) return days / 365;
  return Math.max(days * MINUTES_PER_DAY + expiryClose(segment, expiry) - at, 0) / MINUTES_PER_YEAR;
}

/** The IST date of a wall-clock instant, whatever the machine's zone. */
export const istDate = (epochMs: EpochMs): IsoDate => isoDate(new Date(epochMs + IST_MS).toISOString().slice(0, 10));

/** The IST minute of the day of a wall-clock instant, with its fraction. */
export function istMinute(epochMs: EpochMs): Minute {
  const sinceMidnight = (epochMs + IST_MS) % DAY_MS;
  return minute((sinceMidnight < 0 ? sinceMidnight + DAY_MS : sinceMidnight) / 60_000);
}
