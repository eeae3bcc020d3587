/** The gamma of a book over spots by its definition, an exponential for every option and spot. */
import type { GammaBook, SpotGrid } from "../calls/gamma-calls.ts";

export function plainGamma({ length, centre, vol, weight }: GammaBook, { first, step, count }: SpotGrid): Float64Array {
  const out = new Float64Array(count);
  for (let spot = 0; spot < count; spot++) {
    let sum = 0;
    for (let i = 0; i < length; i++) {
      const d = (first + spot * step - centre[i]!) / vol[i]!;
      if (vol[i]! > 0) sum += (weight[i]! * Math.exp(-0.5 * d * d)) / Math.sqrt(2 * Math.PI);
    }
    out[spot] = sum;
  }
  return out;
}
