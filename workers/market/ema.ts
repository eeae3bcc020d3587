/** Exponential moving average of a line. */

/**
 * The EMA of period n: each value weighs 2 / (n + 1) and the average so far the rest; the first value starts it. A gap
 * (NaN) is a gap in the average, which goes on after it from where it was. Fills `out` over all of `values`.
 * A period below 1 is a RangeError.
 */
export function exponentialAverage(out: Float64Array, values: Float64Array, period: number): void {
  if (!(period >= 1)) throw new RangeError(`an EMA has a period of 1 or more, got ${period}`);
  const weight = 2 / (period + 1);
  let average = Number.NaN;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(average)) average = value;
    else if (!Number.isNaN(value)) average += weight * (value - average);
    out[i] = Number.isNaN(value) ? Number.NaN : average;
  }
}
