/** Standard deviation of daily changes, and the historical volatility made of it. Units follow the changes (per cent). */

const TRADING_DAYS_A_YEAR = 252;

/**
 * Historical volatility by day: the sample standard deviation (divisor n - 1) of the last `window` daily changes, times
 * the square root of 252, unrounded. NaN before there are that many. A day without a change (NaN) is a gap, and no day of
 * anybody's window. A window below 2 is a RangeError.
 *
 * The mean comes first, then the squares around it: sums that slide along would lose their figures in calm weeks after wild ones.
 */
export function historicalVolatility(out: Float64Array, changes: Float64Array, window: number): void {
  if (!(window >= 2)) throw new RangeError(`a deviation takes a window of 2 or more, got ${window}`);
  const known = changes.filter((change) => !Number.isNaN(change));
  let days = 0;
  for (let i = 0; i < changes.length; i++) {
    const isKnown = !Number.isNaN(changes[i]!);
    if (isKnown) days++;
    out[i] =
      isKnown && days >= window
        ? sampleDeviation(known, days - window, days) * Math.sqrt(TRADING_DAYS_A_YEAR)
        : Number.NaN;
  }
}

/** Of the values [from, to); NaN below two. */
export function sampleDeviation(values: Float64Array, from: number, to: number): number {
  let mean = 0;
  for (let i = from; i < to; i++) mean += values[i]!;
  mean /= to - from;
  let squares = 0;
  for (let i = from; i < to; i++) squares += (values[i]! - mean) ** 2;
  return to - from < 2 ? Number.NaN : Math.sqrt(squares / (to - from - 1));
}

/** New shares for old ones, as ratios of the new price to the old: 3 for 2, 2, 3, 4, 5 and 10 for 1. */
const SPLIT_RATIOS = [2 / 3, 1 / 2, 1 / 3, 1 / 4, 1 / 5, 1 / 10];
/** The market moves on that day, too. */
const SPLIT_TOLERANCE = 0.03;

/**
 * Whether a daily change, per cent, is that of a split or a bonus whose closes were not adjusted, and no move of the market.
 * Only ratios that no stock with options falls by in a day: a bonus of 1 for 4 looks like a bad day, and counts as one.
 */
export function isSplit(change: number): boolean {
  const ratio = 1 + change / 100;
  return SPLIT_RATIOS.some((split) => Math.abs(ratio / split - 1) <= SPLIT_TOLERANCE);
}

/** Where the last value stands among all of them. */
export interface Standing {
  readonly low: number;
  readonly high: number;
  /** Of the way from the lowest to the highest, 0 to 100. */
  readonly rank: number;
  /** Share of the other days below the last, 0 to 100. */
  readonly percentile: number;
}

/** Of the last value that is known; NaN where fewer than two are. */
export function standingOf(values: Float64Array): Standing {
  const known = values.filter((value) => !Number.isNaN(value));
  const last = known.at(-1) ?? Number.NaN;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let below = 0;
  for (const value of known) {
    low = Math.min(low, value);
    high = Math.max(high, value);
    if (value < last) below++;
  }
  if (known.length < 2) return { low: Number.NaN, high: Number.NaN, rank: Number.NaN, percentile: Number.NaN };
  const rank = high === low ? Number.NaN : ((last - low) / (high - low)) * 100;
  return { low, high, rank, percentile: (below / (known.length - 1)) * 100 };
}
