/**
 * The path of every underlying through a day, second by second: a pure function of (seed, date), made once at the open.
 *
 * The log path is a slow part that is pinned to the day's close (58 % of a minute's variance) and a fast part that
 * reverts within ten minutes (42 %): variance ratios 0.8 / 0.7 / 0.6 at 15 / 30 / 60 minutes, as measured. Volatility
 * follows the time of day, times a slow and a quick lognormal factor (excess kurtosis 2.4, clustering). Within a minute
 * a bridge leads from one end to the other. The indices share the market's path and add their own.
 */

import { UNDERLYINGS } from "#contract/domain/instruments.ts";
import { closingAuction } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { type InParts, runAtOnce } from "../../../platform/slices.ts";
import type { DayLevels } from "../exchange/levels.ts";
import { draw, normal, subkey, wordKey } from "../exchange/random.ts";
import type { DaySchedule } from "../exchange/schedule.ts";
import { type Curve, FACTS } from "./facts.ts";

const SLOW = 0.58;
const REVERSION = 0.1;
/** sd of a 1-minute return of the market by minutes since the open, bp; measured May-July 2024. */
export const DIURNAL: Curve = [
  [0, 18],
  [1, 4.9],
  [15, 4.5],
  [30, 3.8],
  [60, 3.1],
  [105, 2.55],
  [165, 2.45],
  [285, 2.45],
  [330, 2.6],
  [344, 2.9],
  [346, 3.7],
  [359, 3.6],
  [360, 2.5],
  [385, 2.3],
];
/** Currency has no such opening and trades an hour and a half longer. */
const CURRENCY_DIURNAL: Curve = [
  [0, 8],
  [1, 4],
  [15, 3.4],
  [60, 2.9],
  [480, 2.4],
];
/** When the cash market's closing auction prints its price: fifteen minutes after it begins. */
export const MATCH_AFTER = 15;

export interface DayPath {
  /** Minute of the IST day of index 0; the arrays have 60 entries a minute. */
  readonly from: number;
  readonly seconds: number;
  /** What every path of this day is drawn with. */
  readonly key: number;
  /** Log path of the market from the open of equity on, by second: what stocks follow by their beta. */
  readonly market: Float64Array;
  /** By underlying: what the market thinks it is worth, rupees. It never stands still. */
  readonly driver: readonly Float64Array[];
  /** By underlying: what the exchange prints, scaled, on the grid of 0.05. */
  readonly spot: readonly Int32Array[];
}

function diurnal(curve: Curve, at: number): number {
  let [x0, y0] = curve[0] ?? [0, 0];
  for (const [x1, y1] of curve) {
    if (at <= x1) return x1 === x0 ? y1 : y0 + ((y1 - y0) * (at - x0)) / (x1 - x0);
    [x0, y0] = [x1, y1];
  }
  return y0;
}

/**
 * Log path by second from the open, starting at 0. `scale` is its share of the market's sd.
 * @param ends what ends at `end`: its slow part, so that the last print is a little beside it, or the path itself
 */
export function logPath(
  key: number,
  minutes: number,
  curve: Curve,
  scale: number,
  end: number,
  ends: "slow" | "whole" = "slow",
): Float64Array {
  const ofMinutes = minutePath(key, minutes, curve, scale, end, ends);
  const path = new Float64Array(minutes * 60);
  for (let i = 0; i < minutes; i++) writeSeconds(ofMinutes, i, path, i * 60);
  return path;
}

/** A path by minute, from which the seconds of any minute can be made. */
export interface MinutePath {
  /** Log path at the end of each minute. */
  readonly ends: Float64Array;
  /** sd of a second within it. */
  readonly sd: Float64Array;
  readonly key: number;
}

/** See logPath. */
export function minutePath(
  key: number,
  minutes: number,
  curve: Curve,
  scale: number,
  end: number,
  ends: "slow" | "whole" = "slow",
): MinutePath {
  const slow = new Float64Array(minutes + 1);
  const fast = new Float64Array(minutes + 1);
  const sd = new Float64Array(minutes);
  const variance = new Float64Array(minutes + 1);
  const [mood, quick, walk, pull, second] = [1, 2, 3, 4, 5].map((stream) => subkey(key, stream)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  let moody = normal(draw(mood, 0));
  let jumpy = normal(draw(quick, 0));
  for (let i = 0; i < minutes; i++) {
    moody = 0.985 * moody + 0.1726 * normal(draw(mood, i + 1));
    jumpy = 0.8 * jumpy + 0.6 * normal(draw(quick, i + 1));
    const unit = scale * diurnal(curve, i) * 1e-4 * Math.exp(0.17 * moody + 0.39 * jumpy - 0.18);
    sd[i] = unit;
    variance[i + 1] = (variance[i] ?? 0) + unit * unit;
    slow[i + 1] = (slow[i] ?? 0) + Math.sqrt(SLOW) * unit * normal(draw(walk, i));
    fast[i + 1] = (fast[i] ?? 0) * (1 - REVERSION) + Math.sqrt(1 - SLOW) * unit * normal(draw(pull, i));
  }
  const miss = end - (slow[minutes] ?? 0) - (ends === "whole" ? (fast[minutes] ?? 0) : 0);
  const whole = variance[minutes] || 1;
  return {
    ends: Float64Array.from(
      sd,
      (_, i) => (slow[i + 1] ?? 0) + (fast[i + 1] ?? 0) + (miss * (variance[i + 1] ?? 0)) / whole,
    ),
    sd: sd.map((value) => value / Math.sqrt(60)),
    key: second,
  };
}

const steps = new Float64Array(60);

/** Writes the sixty seconds of a minute to `out`, from `at` on: they end exactly at the minute's end. */
export function writeSeconds({ ends, sd: sds, key }: MinutePath, minute: number, path: Float64Array, at: number): void {
  const from = minute > 0 ? (ends[minute - 1] ?? 0) : 0;
  const to = ends[minute] ?? 0;
  const sd = sds[minute] ?? 0;
  let sum = 0;
  for (let s = 0; s < 60; s++) {
    sum += sd * normal(draw(key, minute * 60 + s));
    steps[s] = sum;
  }
  for (let s = 0; s < 59; s++) path[at + s] = from + (steps[s] ?? 0) + ((to - from - sum) * (s + 1)) / 60;
  path[at + 59] = to;
}

const pathKey = (seed: number, date: IsoDate): number => subkey(subkey(seed, wordKey(date)), wordKey("path"));

/** The paths of all underlyings, in the order of FACTS. */
export const pathOf = (seed: number, levels: DayLevels, day: DaySchedule): DayPath =>
  runAtOnce(pathInParts(seed, levels, day));

/** As {@link pathOf}. */
export function* pathInParts(seed: number, levels: DayLevels, day: DaySchedule): InParts<DayPath> {
  const key = pathKey(seed, levels.date);
  const minutes = day.to - day.from;
  const { equity } = day;
  const traded = equity.points;
  const marketEnd = Math.log((levels.close[0] ?? 1) / (levels.open[0] ?? 1));
  const market = logPath(subkey(key, 100), traded, DIURNAL, levels.sigma, marketEnd);
  const driver: Float64Array[] = [];
  const spot: Int32Array[] = [];
  for (const [u, facts] of FACTS.entries()) {
    yield;
    const { segment, priceScale } = UNDERLYINGS[u] ?? UNDERLYINGS[0]!;
    const currency = segment === "currency-derivatives";
    const session = currency ? (day.currency ?? equity) : equity;
    const open = levels.open[u] ?? facts.level;
    const end = Math.log((levels.close[u] ?? open) / open) - (currency ? 0 : facts.beta * marketEnd);
    const scale = levels.sigma * facts.own * 0.9;
    const own =
      facts.own > 0
        ? logPath(subkey(key, u), session.points, currency ? CURRENCY_DIURNAL : DIURNAL, scale, end)
        : undefined;
    const values = new Float64Array(minutes * 60).fill(levels.before[u] ?? facts.level);
    const first = (session.open - day.from) * 60;
    const length = session.points * 60;
    for (let i = 0; i < length; i++) {
      const log = (own?.[i] ?? 0) + (currency ? 0 : facts.beta * (market[i] ?? 0));
      values[first + i] = open * Math.exp(log);
    }
    values.fill(values[first + length - 1] ?? open, first + length);
    driver.push(values);
    spot.push(currency ? new Int32Array(0) : printed(values, day, levels, priceScale));
  }
  return { from: day.from, seconds: minutes * 60, key, market, driver, spot };
}

/**
 * What every index prints last, scaled, in the order of FACTS; 0 for currency. The same as the last of pathOf's, without
 * the seconds that it does not depend on.
 */
export function closingPrints(seed: number, levels: DayLevels, day: DaySchedule): number[] {
  const key = pathKey(seed, levels.date);
  const { points, open } = day.equity;
  const marketEnd = Math.log((levels.close[0] ?? 1) / (levels.open[0] ?? 1));
  const market = minutePath(subkey(key, 100), points, DIURNAL, levels.sigma, marketEnd);
  const auction = closingAuction("equity-derivatives", levels.date);
  const stop = auction ? auction.from - open : points - 1;
  const last = auction ? stop + MATCH_AFTER : stop;
  const shared = new Float64Array((last - stop + 1) * 60);
  for (let minute = stop; minute <= last; minute++) writeSeconds(market, minute, shared, (minute - stop) * 60);
  return FACTS.map((facts, u) => {
    const { segment, priceScale } = UNDERLYINGS[u] ?? UNDERLYINGS[0]!;
    if (segment === "currency-derivatives") return 0;
    const level = levels.open[u] ?? facts.level;
    const end = Math.log((levels.close[u] ?? level) / level) - facts.beta * marketEnd;
    const scale = levels.sigma * facts.own * 0.9;
    const own = facts.own > 0 ? minutePath(subkey(key, u), points, DIURNAL, scale, end) : undefined;
    const seconds = new Float64Array(shared.length);
    for (let minute = stop; own && minute <= last; minute++) writeSeconds(own, minute, seconds, (minute - stop) * 60);
    const driver = seconds.map((value, i) => level * Math.exp(value + facts.beta * (shared[i] ?? 0)));
    const grid = priceScale / 20;
    const price = auction ? settledPrice(driver, 0, MATCH_AFTER * 60) : (driver[driver.length - 1] ?? 0);
    return Math.round((price * priceScale) / grid) * grid;
  });
}

/** The auction's price: between the mean of its minutes and where the market thinks it stands at the match. */
function settledPrice(driver: Float64Array, stop: number, match: number): number {
  let sum = 0;
  for (let i = stop; i < match; i++) sum += driver[i] ?? 0;
  return (sum / (match - stop) + (driver[match] ?? 0)) / 2;
}

/** What the index prints: the driver on the grid, standing still in the closing auction and settled by its price. */
function printed(driver: Float64Array, day: DaySchedule, levels: DayLevels, priceScale: number): Int32Array {
  const grid = priceScale / 20;
  const spot = new Int32Array(driver.length);
  for (let i = 0; i < spot.length; i++) spot[i] = Math.round(((driver[i] ?? 0) * priceScale) / grid) * grid;
  const auction = closingAuction("equity-derivatives", levels.date);
  if (!auction) return spot;
  const stop = (auction.from - day.from) * 60;
  const match = stop + MATCH_AFTER * 60;
  spot.fill(spot[stop - 1] ?? 0, stop, match);
  spot.fill(Math.round((settledPrice(driver, stop, match) * priceScale) / grid) * grid, match);
  return spot;
}
