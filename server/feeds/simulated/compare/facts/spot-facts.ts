/** Facts of the spot: how it moves within a day and over night. */
import { previousTradingDay } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { around, type Fact, level, Measurements } from "../fact.ts";
import { autocorrelation, deviation, excessKurtosis } from "../statistics.ts";

/** A day of the spot by minute, rupees. */
export interface SpotDay {
  readonly date: IsoDate;
  /** The day's first price. */
  readonly open: number;
  /** What the index showed at the end of each minute, from the session's first on. NaN where it is unknown. */
  readonly closes: Float64Array;
  /** The last price of the trading day before; NaN where that day is unknown. */
  readonly before: number;
}

/** Minutes since the open: 09:30. */
const SETTLED = 15;
/** Before the closing auction of the cash market, while which the index stands still: 15:15. */
const LIVE_MINUTES = 360;
const BP = 1e4;

interface Bucket {
  readonly from: number;
  readonly to: number;
  readonly fact: Fact;
}

const bucket = (label: string, from: number, to: number): Bucket => ({
  from,
  to,
  fact: level("spot", `sd of a 1-min return ${label}, bp`),
});

const BUCKETS: readonly Bucket[] = [
  bucket("09:16-09:29", 1, 15),
  bucket("09:30-10:14", 15, 60),
  bucket("10:15-11:59", 60, 165),
  bucket("12:00-13:59", 165, 285),
  bucket("14:00-14:59", 285, 345),
  bucket("15:00-15:14", 345, 360),
];

const WHOLE = level("spot", "sd of a 1-min return, whole day, bp");
const FIRST = level("spot", "first minute, size of its move, bp");
const GAP = level("spot", "overnight gap, size, bp");
const RANGE = level("spot", "day range, bp");
const OPEN_TO_CLOSE = level("spot", "open to close, size, bp");
const KURTOSIS = around("spot", "excess kurtosis of 1-min returns after 09:30", 0.8);
const TAIL = level("spot", "1-min returns beyond 3 sd after 09:30, %", 0.3);
const LAGS = [1, 2, 5].map((lag) => ({
  lag,
  fact: around("spot", `autocorrelation of returns, lag ${lag} min`, 0.03),
}));
const SIZE_LAGS = [1, 5, 15].map((lag) => ({
  lag,
  fact: around("spot", `autocorrelation of their size, lag ${lag} min`, 0.05),
}));
const RATIOS = [5, 15, 30, 60].map((span) => ({ span, fact: around("spot", `variance ratio, ${span} min`, 0.08) }));
const STILL = level("spot", "minutes that change nothing, %", 0.5);

const within = (returns: readonly number[], from: number, to: number): number[] =>
  returns.slice(from, to).filter((value) => !Number.isNaN(value));

/** returns[i] is the move from the end of minute i - 1 to that of minute i; [0] is from the open. In bp. */
function returnsOf({ open, closes }: SpotDay): number[] {
  const returns: number[] = [];
  let last = open;
  for (const close of closes) {
    returns.push(Math.log(close / last) * BP);
    last = close;
  }
  return returns;
}

export function spotFacts(day: SpotDay): Measurements {
  const found = new Measurements();
  const returns = returnsOf(day);
  const live = within(returns, 1, LIVE_MINUTES);
  if (live.length < LIVE_MINUTES / 3) return found;
  found.set(WHOLE, deviation(live));
  found.set(STILL, (live.filter((move) => move === 0).length / live.length) * 100);
  for (const { from, to, fact } of BUCKETS) {
    const moves = within(returns, from, to);
    if (moves.length >= (to - from) * 0.7) found.set(fact, deviation(moves));
  }
  const settled = within(returns, SETTLED, LIVE_MINUTES);
  const sd = deviation(settled);
  found.set(KURTOSIS, excessKurtosis(settled));
  found.set(TAIL, (settled.filter((move) => Math.abs(move) > 3 * sd).length / settled.length) * 100);
  for (const { lag, fact } of LAGS) found.set(fact, autocorrelation(settled, lag));
  const sizes = settled.map(Math.abs);
  for (const { lag, fact } of SIZE_LAGS) found.set(fact, autocorrelation(sizes, lag));
  for (const { span, fact } of RATIOS) found.set(fact, varianceRatio(day, span));
  if (Number.isNaN(day.open)) return found;
  found.set(FIRST, Math.abs(returns[0]));
  found.set(GAP, Math.abs(Math.log(day.open / day.before)) * BP);
  const prices = [day.open, ...day.closes].filter((price) => price > 0);
  found.set(RANGE, Math.log(Math.max(...prices) / Math.min(...prices)) * BP);
  found.set(OPEN_TO_CLOSE, Math.abs(Math.log((prices.at(-1) ?? Number.NaN) / day.open)) * BP);
  return found;
}

/** Mean squared move over `span` minutes as a multiple of that over one, by the minute. Overlapping; 1 for a free walk. */
function varianceRatio({ closes }: SpotDay, span: number): number {
  const squares = (distance: number): number => {
    let sum = 0;
    let count = 0;
    for (let i = distance; i < Math.min(closes.length, LIVE_MINUTES); i++) {
      const move = Math.log(closes[i] / closes[i - distance]);
      if (Number.isNaN(move)) continue;
      sum += move * move;
      count++;
    }
    return count === 0 ? Number.NaN : sum / count;
  };
  return squares(span) / squares(1) / span;
}

/** Days with the last price of the trading day before each, where that is among them. */
export function chainDays(days: readonly Omit<SpotDay, "before">[]): SpotDay[] {
  const lasts = new Map(
    days.map(({ date, closes }) => [date, closes.findLast((price) => price > 0) ?? Number.NaN] as const),
  );
  return days.map((day) => ({
    ...day,
    before: lasts.get(previousTradingDay("equity-derivatives", day.date)) ?? Number.NaN,
  }));
}
