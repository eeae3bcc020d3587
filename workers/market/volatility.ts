/** Standard deviation of daily changes, and the historical volatility made of it. Units follow the changes (per cent). */

/** What stands for a standard deviation that the source does not give. */
export const FALLBACK_DEVIATION = 0.00001;

/** The source's standard deviation of the underlying's daily change, or the fallback where it has none. */
export const deviationOr = (deviation: number | undefined): number =>
  deviation !== undefined && deviation > 0 && deviation < Number.POSITIVE_INFINITY ? deviation : FALLBACK_DEVIATION;

/** The windows offered, in days. */
export const HV_WINDOWS = [2, 5, 10, 20, 30, 50, 100, 200, 252] as const;

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
