/**
 * Trades of contracts whose volume of the day is a closed form: so many lots, at minutes that a curve of the day says.
 * A day's volume is known without running it, and a minute in which nothing trades costs next to nothing.
 */

import { draw, normal, subkey, uniform, wordKey } from "../exchange/random.ts";
import { type Profile, profileOf } from "./activity.ts";

/** Volume so far by slot: [0] is 0, [slot + 1] the share of the day at the end of a slot, the last is 1. */
export type VolumeCurve = Float64Array;

export interface CountedTrades {
  /** Lots of the day, and what is added before rounding down, by row. */
  readonly lots: Float64Array;
  readonly offset: Float64Array;
  /** By row. */
  readonly curves: readonly VolumeCurve[];
}

/** Bursts of a contract's volume: sd of the log of a minute's share, and how long they last. */
const BURST = 0.9;
const LASTS = 0.85;
/** Contracts share this many curves. */
const VARIANTS = 48;

/** Volume curves of a day: the profile of trading with bursts of its own each. */
export function volumeCurves(dayKey: number, kind: Profile, points: number): readonly VolumeCurve[] {
  const profile = profileOf(kind, points);
  const key = subkey(dayKey, wordKey(`volume curves ${kind}`));
  return Array.from({ length: VARIANTS }, (_, variant) => {
    const own = subkey(key, variant);
    const curve = new Float64Array(points + 1);
    let burst = normal(draw(own, points));
    for (let slot = 0; slot < points; slot++) {
      burst = LASTS * burst + Math.sqrt(1 - LASTS * LASTS) * normal(draw(own, slot));
      curve[slot + 1] = curve[slot]! + profile[slot]! * Math.exp(BURST * burst);
    }
    const whole = curve[points] || 1;
    return curve.map((value, at) => (at === points ? 1 : value / whole));
  });
}

/** Lots of the day up to the end of a slot; of slot -1 none, of the last one all. */
export const lotsUntil = ({ lots, offset, curves }: CountedTrades, row: number, slot: number): number =>
  Math.floor(lots[row]! * curves[row]![slot + 1]! + offset[row]!);

/** @param lots of the day by row, whole numbers; @param keys of the contracts on this day */
export function countedTrades(
  lots: Float64Array,
  keys: Int32Array,
  curvesOf: (row: number) => readonly VolumeCurve[],
): CountedTrades {
  const own = wordKey("volume curve");
  return {
    lots,
    // Below 1, so that a whole number of lots is never exceeded.
    offset: Float64Array.from(keys, (key) => uniform(draw(key, own))),
    curves: Array.from(keys, (key, row) => {
      const curves = curvesOf(row);
      return curves[(draw(key, own) >>> 4) % curves.length]!;
    }),
  };
}
