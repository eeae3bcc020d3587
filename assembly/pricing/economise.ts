/**
 * Stores a power series about the middle of an interval as a polynomial of degree 7 or 6. The next term is not cut off but
 * replaced by its best approximation of lower degree (Lanczos: u^8 less the Chebyshev polynomial T8 / 128, u^7 less T7 / 64),
 * which leaves 1/128 or 1/64 of it.
 */
export const SERIES: usize = memory.data(80, 16);

/** SERIES: nine coefficients, lowest first; `half` is half the interval. Writes eight to `row`. */
export function storeEconomised(row: usize, half: f64): void {
  const h2 = half * half;
  const last = load<f64>(SERIES, 64);
  add(0, last * h2 * h2 * h2 * h2 * (-1.0 / 128.0));
  add(16, last * h2 * h2 * h2 * 0.25);
  add(32, last * h2 * h2 * -1.25);
  add(48, last * h2 * 2.0);
  memory.copy(row, SERIES, 64);
}

/** The same for eight coefficients; writes seven. */
export function storeSextic(row: usize, half: f64): void {
  const h2 = half * half;
  const last = load<f64>(SERIES, 56);
  add(8, last * h2 * h2 * h2 * (7.0 / 64.0));
  add(24, last * h2 * h2 * -0.875);
  add(40, last * h2 * 1.75);
  memory.copy(row, SERIES, 56);
}

function add(offset: usize, x: f64): void {
  store<f64>(SERIES + offset, load<f64>(SERIES + offset) + x);
}
