/** Plain statistics over plain numbers. NaN where there are too few. */

/** The value below which `share` of them lie, linear between neighbours. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const left = sorted[below];
  return left + (sorted[Math.min(below + 1, sorted.length - 1)] - left) * (at - below);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Root of the mean squared distance from the mean. */
export function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return values.length < 2 ? Number.NaN : Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/** Fourth moment over the squared second, less the 3 of a normal distribution. */
export function excessKurtosis(values: readonly number[]): number {
  const middle = mean(values);
  const second = mean(values.map((value) => (value - middle) ** 2));
  const fourth = mean(values.map((value) => (value - middle) ** 4));
  return values.length < 4 || second === 0 ? Number.NaN : fourth / (second * second) - 3;
}

export interface Line {
  readonly slope: number;
  readonly correlation: number;
}

/** Least squares of y on x. */
export function regress(x: readonly number[], y: readonly number[]): Line {
  const middleX = mean(x);
  const middleY = mean(y);
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let i = 0; i < x.length; i++) {
    const dx = x[i] - middleX;
    const dy = y[i] - middleY;
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  if (x.length < 5 || xx === 0 || yy === 0) return { slope: Number.NaN, correlation: Number.NaN };
  return { slope: xy / xx, correlation: xy / Math.sqrt(xx * yy) };
}

/** Correlation of the values with those `lag` places later. */
export const autocorrelation = (values: readonly number[], lag: number): number =>
  regress(values.slice(0, values.length - lag), values.slice(lag)).correlation;
