/**
 * The payoff as one would write it in JavaScript for speed, without a kernel: typed arrays, everything that does not depend
 * on the spot out of the loop, one logarithm a spot, Hart's rational normal distribution (as in West 2005, good to 1e-15).
 * The peer of the bench.
 */
import { carryOf, type PayoffLeg, type PayoffMoment, yearsLeft } from "../payoff-legs.ts";

const logs = new Float64Array(2048);

/** As PayoffKernel.payoff, for at most 2,048 spots above 0 and legs that have an IV. */
export function tunedPayoff(
  legs: readonly PayoffLeg[],
  moment: PayoffMoment,
  spots: Float64Array,
  length: number,
  out: Float64Array,
): void {
  for (let i = 0; i < length; i++) logs[i] = Math.log(spots[i]!);
  out.fill(0, 0, length);
  for (const leg of legs) {
    const years = yearsLeft(leg, moment.elapsed);
    const carry = carryOf(leg, moment);
    const { quantity, entry } = leg;
    if (leg.type === "FUT") {
      const growth = Math.exp(carry * years);
      for (let i = 0; i < length; i++) out[i]! += quantity * (growth * spots[i]! - entry);
      continue;
    }
    const isCall = leg.type === "CE";
    const growth = Math.exp((carry - moment.rate) * years);
    const strikeValue = leg.strike * Math.exp(-moment.rate * years);
    const width = leg.iv * Math.sqrt(years);
    if (width === 0) {
      for (let i = 0; i < length; i++) {
        const gap = growth * spots[i]! - strikeValue;
        out[i]! += quantity * ((isCall ? (gap > 0 ? gap : 0) : gap < 0 ? -gap : 0) - entry);
      }
      continue;
    }
    const perWidth = 1 / width;
    const offset = Math.log(growth / strikeValue) * perWidth + 0.5 * width;
    const parity = isCall ? 0 : 1;
    for (let i = 0; i < length; i++) {
      const underlying = growth * spots[i]!;
      const d1 = logs[i]! * perWidth + offset;
      const call = underlying * hartCdf(d1) - strikeValue * hartCdf(d1 - width);
      out[i]! += quantity * (call - parity * (underlying - strikeValue) - entry);
    }
  }
}

function hartCdf(x: number): number {
  const z = Math.abs(x);
  if (z > 37) return x > 0 ? 1 : 0;
  const e = Math.exp(-0.5 * z * z);
  let tail: number;
  if (z < 7.07106781186547) {
    let a = 3.52624965998911e-2 * z + 0.700383064443688;
    a = a * z + 6.37396220353165;
    a = a * z + 33.912866078383;
    a = a * z + 112.079291497871;
    a = a * z + 221.213596169931;
    a = a * z + 220.206867912376;
    let b = 8.83883476483184e-2 * z + 1.75566716318264;
    b = b * z + 16.064177579207;
    b = b * z + 86.7807322029461;
    b = b * z + 296.564248779674;
    b = b * z + 637.333633378831;
    b = b * z + 793.826512519948;
    b = b * z + 440.413735824752;
    tail = (e * a) / b;
  } else {
    tail = e / (z + 1 / (z + 2 / (z + 3 / (z + 4 / (z + 0.65))))) / 2.506628274631;
  }
  return x > 0 ? 1 - tail : tail;
}
