/**
 * Where each underlying opens and closes on a day: daily returns with fat tails around a level they drift back to.
 *
 * A level is a sum of the returns of the days before it with slowly fading weights, cut off after WINDOW days, so that
 * it is a pure function of (seed, date), for any date, without a first day.
 */
import { previousTradingDay, sessionOf } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { FACTS } from "../underlyings/facts.ts";
import { draw, normal, subkey, wordKey } from "./random.ts";

const WINDOW = 160;
const FADE = 0.985;
/** Daily sd of the overnight gap and of open to close; measured 47-56 bp and about 53 bp. */
const GAP_SD = 0.0036;
const DAY_SD = 0.0049;
/** Days for which the reach of the strikes looks back. */
export const REACH_DAYS = 10;

/**
 * Implied volatility follows the movement of the last eight days, more than in proportion: it is high before anything
 * moves. Recorded at the money, 4-6 days to expiry: 8.6 to 18.8 %, most 11.
 */
const NERVES = 1.1;
const NERVES_POWER = 1.4;

const FULL_SESSION = 376;
const EQUITY = "equity-derivatives";
const DAILY = wordKey("daily");

const weekOf = (date: IsoDate): number => Math.floor((Date.parse(date) / 86_400_000 + 3) / 7);

/** Draws of one day. */
export interface DayDraws {
  readonly date: IsoDate;
  /** What the day's draws are made with. */
  readonly key: number;
  /** Factor of the day's volatility, lognormal around 1; a week's days are alike. */
  readonly sigma: number;
  /** Log return of the market (a beta of one) from the previous close to the open, and from there to the close. */
  readonly marketGap: number;
  readonly marketDay: number;
  /** Log returns by underlying (index into FACTS) from the previous close to the open, and to the close. */
  readonly gap: readonly number[];
  readonly total: readonly number[];
}

function drawDay(seed: number, date: IsoDate): DayDraws {
  const key = subkey(subkey(seed, wordKey(date)), DAILY);
  const weekly = normal(draw(subkey(seed, DAILY), weekOf(date)));
  const sigma = Math.exp(0.29 * (0.6 * weekly + 0.8 * normal(draw(key, 0))));
  // A lognormal factor on the gap besides the day's own: news comes overnight (90th percentile 64 bp, median 25).
  const night = sigma * Math.exp(0.28 * normal(draw(key, 1))) * GAP_SD;
  const marketGap = night * normal(draw(key, 2));
  // A short session moves as far as its minutes allow.
  const day = sigma * DAY_SD * Math.sqrt((sessionOf(EQUITY, date)?.points ?? FULL_SESSION) / FULL_SESSION);
  const marketDay = day * normal(draw(key, 3));
  const gap: number[] = [];
  const total: number[] = [];
  FACTS.forEach((facts, u) => {
    const ownGap = night * 0.8 * facts.own * normal(draw(key, 10 + u));
    const ownDay = day * facts.own * normal(draw(key, 30 + u));
    gap.push(facts.beta * marketGap + ownGap);
    total.push(facts.beta * (marketGap + marketDay) + ownGap + ownDay);
  });
  return { date, key, sigma, marketGap, marketDay, gap, total };
}

export interface DayLevels {
  readonly date: IsoDate;
  readonly previous: IsoDate;
  readonly sigma: number;
  /** Level of calm or nerves in implied volatility, around 1. */
  readonly mood: number;
  /** The draws of this day and of those before it, newest first: what a stock's levels are made of. */
  readonly days: readonly DayDraws[];
  /** By index and currency underlying: the slow level (no intraday excursion) at the previous close, the open and the close, rupees. */
  readonly before: readonly number[];
  readonly open: readonly number[];
  readonly close: readonly number[];
  /** Lowest and highest slow close of the last REACH_DAYS before this day, rupees. */
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** Log distance from the underlying's level at the close of days[at], newest day first. */
function distance(days: readonly DayDraws[], at: number, u: number): number {
  return fadingSum(at, (i) => days[i]?.total[u] ?? 0);
}

/** The sum of WINDOW returns from `at` on, newest first, each a little fainter than the one after it. */
export function fadingSum(at: number, returnOf: (day: number) => number): number {
  let sum = 0;
  let weight = 1;
  for (let i = at; i < at + WINDOW; i++) {
    sum += weight * returnOf(i);
    weight *= FADE;
  }
  return sum;
}

/** The draws of a trading day and of those before it, newest first: enough for the levels of the newest `count`. */
export function drawDays(seed: number, date: IsoDate, count: number): DayDraws[] {
  const days: DayDraws[] = [];
  for (let at = date; days.length < WINDOW + REACH_DAYS + count; at = previousTradingDay(EQUITY, at))
    days.push(drawDay(seed, at));
  return days;
}

/** The levels of a trading day. Some 170 days of draws: a millisecond or two. */
export const levelsOf = (seed: number, date: IsoDate): DayLevels => levelsFrom(drawDays(seed, date, 1));

/** The levels of the newest of these days. */
export function levelsFrom(days: readonly DayDraws[]): DayLevels {
  const [today, yesterday] = days;
  if (!today || !yesterday) throw new RangeError("no days");
  const close = FACTS.map((facts, u) => facts.level * Math.exp(distance(days, 0, u)));
  const before = FACTS.map((facts, u) => facts.level * Math.exp(distance(days, 1, u)));
  const open = before.map((level, u) => level * Math.exp(days[0]?.gap[u] ?? 0));
  const closes = FACTS.map((facts, u) =>
    Array.from({ length: REACH_DAYS }, (_, i) => facts.level * Math.exp(distance(days, 1 + i, u))),
  );
  let mood = 0;
  for (let i = 1; i < 9; i++) mood += Math.log(days[i]?.sigma ?? 1) / 8;
  return {
    date: today.date,
    previous: yesterday.date,
    sigma: days[0]?.sigma ?? 1,
    mood: NERVES * Math.exp(NERVES_POWER * mood),
    days,
    before,
    open,
    close,
    low: closes.map((values) => Math.min(...values)),
    high: closes.map((values) => Math.max(...values)),
  };
}
