/** What a future built up over a day: its OI changes added up by what each was. */

import { LONG_BUILD, LONG_UNWIND, SHORT_BUILD, SHORT_COVER } from "#contract/domain/build-up.ts";
import { LTP, MISSING_MINUTE, type MinuteColumns, OI } from "#contract/domain/columns.ts";
import { buildUp } from "./build-up.ts";

/** Of the slots that hold data, every third is compared with the one before it, and the last. */
const SAMPLE_EVERY = 3;

/** Positions of the sums. */
const SUM_LONG_BUILD = 0;
const SUM_SHORT_BUILD = 1;
const SUM_LONG_UNWIND = 2;
const SUM_SHORT_COVER = 3;

const POSITION_OF: Readonly<Record<number, number>> = {
  [LONG_BUILD]: SUM_LONG_BUILD,
  [SHORT_BUILD]: SUM_SHORT_BUILD,
  [LONG_UNWIND]: SUM_LONG_UNWIND,
  [SHORT_COVER]: SUM_SHORT_COVER,
};

/**
 * Adds the OI changes of a row over the slots up to `to` (not included) to the four sums of `out`, in units: builds are
 * positive, unwinding and covering negative. Price and OI have to move for a change to count. A sample without figures
 * is none, and the next one is compared with the last that has them.
 * @returns how many samples have both figures; below two, nothing was compared.
 */
export function addBuildUps(out: Float64Array, minutes: MinuteColumns, row: number, to = minutes.slots): number {
  const { state, stride, columns } = minutes;
  const prices = columns[LTP]!;
  const interest = columns[OI]!;
  let last = Math.min(to, minutes.slots) - 1;
  while (last >= 0 && state[last] === MISSING_MINUTE) last--;
  let filled = 0;
  let samples = 0;
  let price = Number.NaN;
  let held = Number.NaN;
  for (let slot = 0; slot <= last; slot++) {
    if (state[slot] === MISSING_MINUTE) continue;
    if (filled++ % SAMPLE_EVERY !== 0 && slot !== last) continue;
    const cell = slot * stride + row;
    if (prices[cell]! <= 0 || interest[cell]! < 0) continue;
    const position = POSITION_OF[buildUp(prices[cell]! - price, interest[cell]! - held)];
    if (position !== undefined) out[position]! += interest[cell]! - held;
    price = prices[cell]!;
    held = interest[cell]!;
    samples++;
  }
  return samples;
}
