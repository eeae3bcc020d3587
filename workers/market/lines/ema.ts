/** Exponential moving average of a line. */

/**
 * The EMA of period n: each value weighs 2 / (n + 1) and the average so far the rest; the first value starts it. A gap
 * (NaN) is a gap in the average, which goes on after it from where it was. Fills `out` for [from, to), going on from what
 * stands in it before `from`. A period below 1 is a RangeError.
 */
export function exponentialAverage(
  out: Float64Array,
  values: Float64Array,
  period: number,
  from = 0,
  to: number = values.length,
): void {
  if (!(period >= 1)) throw new RangeError(`an EMA has a period of 1 or more, got ${period}`);
  const weight = 2 / (period + 1);
  let average = Number.NaN;
  for (let i = from - 1; i >= 0 && Number.isNaN(average); i--) average = out[i]!;
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    if (Number.isNaN(average)) average = value;
    else if (!Number.isNaN(value)) average += weight * (value - average);
    out[i] = Number.isNaN(value) ? Number.NaN : average;
  }
}
