/**
 * The IV that users compare with other terminals: Newton's iteration with iterates rounded to 4 decimals, at its fixed
 * point. Almost always that is the root, rounded; but a last step from half a unit away lands (volga / 2 vega) 2.5e-9 beside
 * the root (its third-order term adds a few percent of that), so near a rounding tie the step itself decides, and is taken here.
 *
 * Hot (bench question: kernels).
 */
import { timeValue, vegaOfTotalVol } from "./black";

/** The fixed point, a fraction of 4 decimals, for the exact root sigma; k, smaller and larger as in black.ts. */
export function derivedIv(sigma: f64, rootYears: f64, k: f64, smaller: f64, larger: f64): f64 {
  const units = sigma * 1e4;
  const below = Math.floor(units);
  const v = sigma * rootYears;
  const h = k / v;
  const missUnits = Math.abs(h * h - 0.25 * v * v) * (1.25e-5 / sigma); // volga / vega = d1 d2 / sigma
  if (Math.abs(units - below - 0.5) > 1.5 * missUnits + 1e-6) return Math.floor(units + 0.5) / 1e4;
  const value = timeValue(smaller, larger, k, v);
  let iterate = (below + 1.0) / 1e4;
  for (let i = 0; i < 100; i++) {
    const w = iterate * rootYears;
    const vega = vegaOfTotalVol(smaller, larger, k / w, 0.5 * w) * rootYears;
    const step = (timeValue(smaller, larger, k, w) - value) / vega;
    const next = Math.floor((iterate - step) * 1e4 + 0.5) / 1e4;
    if (next == iterate || !(next > 0.0)) break;
    iterate = next;
  }
  return iterate;
}
