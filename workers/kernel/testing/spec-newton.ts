/**
 * The specification's own implied-volatility procedure, to the letter, as the reference of what users see: Newton's
 * iteration whose iterates are rounded to 4 decimals, stopped when an iterate repeats. Standard model: start at 5, and after
 * 100 iterations or a NaN start again one lower; 0 once the start falls below 2. USDINR: start 0.5, one try of 100, 0 if
 * negative (or not a number).
 */
import { type PlainOption, plainValue } from "./plain-black.ts";

/** @param started is called with each start, in order */
export function specNewtonIv(option: PlainOption, price: number, started?: (sigma: number) => void): number {
  if (price === 0) return 0;
  if (option.model !== "spot") {
    started?.(0.5);
    const iv = iterate(option, price, 0.5);
    return iv > 0 ? iv : 0;
  }
  for (let start = 5; start >= 2; start--) {
    started?.(start);
    const iv = iterate(option, price, start);
    if (!Number.isNaN(iv)) return iv;
  }
  return 0;
}

function iterate(option: PlainOption, price: number, start: number): number {
  let sigma = start;
  for (let i = 0; i < 100; i++) {
    const { price: modelPrice, vega } = plainValue(option, sigma);
    const next = Math.round((sigma - (modelPrice - price) / vega) * 1e4) / 1e4;
    if (next === sigma) return sigma;
    if (!Number.isFinite(next)) return Number.NaN;
    sigma = next;
  }
  return Number.NaN;
}
