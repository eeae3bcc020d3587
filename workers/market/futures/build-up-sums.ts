/** What a future built up over a day: its OI changes added up by what each was. */

import { LONG_BUILD, LONG_UNWIND, SHORT_BUILD, SHORT_COVER } from "#contract/domain/build-up.ts";
import { LTP, MISSING_MINUTE, type MinuteColumns, OI } from "#contract/domain/columns.ts";
import { buildUp } from "./build-up.ts";

/** Of the slots that hold data, every third is compared with the one before it, and the last. */
const SAMPLE_EVERY = 3;

/** How many sums there are: Long Build, Short Build, Long Unwind, Short Cover, in this order. */
export const BUILD_UP_SUMS = 4;

const PLACE_OF: Readonly<Record<number, number>> = {
  [LONG_BUILD]: 0,
  [SHORT_BUILD]: 1,
  [LONG_UNWIND]: 2,
  [SHORT_COVER]: 3,
};

/** Adds an OI change to the sum of its build-up, the first sum being at `at`; what is no build-up is not added. */
export function addToBuildUpSums(sums: Float64Array, at: number, code: number, oiChange: number): void {
  const place = PLACE_OF[code];
  if (place !== undefined) sums[at + place]! += oiChange;
}

/**
 * Adds the OI changes of a row over the slots up to `to` (not included) to the four sums of `out`, in units: builds are
 * positive, unwinding and covering negative. Price and OI have to move for a change to count. A sample without figures
 * is none, and the next one is compared with the last that has them.
 * @param now the figures of the minute in progress, scaled price and units: the last sample of a day that still runs
 * @returns how many samples have both figures; below two, nothing was compared.
 */
export function addBuildUps(
  out: Float64Array,
  minutes: MinuteColumns,
  row: number,
  to = minutes.slots,
  now?: { readonly price: number; readonly oi: number },
): number {
  const { state, stride, columns } = minutes;
  const prices = columns[LTP]!;
  const interest = columns[OI]!;
  let last = Math.min(to, minutes.slots) - 1;
  while (last >= 0 && state[last] === MISSING_MINUTE) last--;
  let filled = 0;
  let samples = 0;
  let price = Number.NaN;
  let held = Number.NaN;
  const take = (nextPrice: number, nextHeld: number): void => {
    if (nextPrice <= 0 || nextHeld < 0) return;
    const change = nextHeld - held;
    addToBuildUpSums(out, 0, buildUp(nextPrice - price, change), change);
    price = nextPrice;
    held = nextHeld;
    samples++;
  };
  for (let slot = 0; slot <= last; slot++) {
    if (state[slot] === MISSING_MINUTE) continue;
    if (filled++ % SAMPLE_EVERY !== 0 && (slot !== last || now !== undefined)) continue;
    const cell = slot * stride + row;
    take(prices[cell]!, interest[cell]!);
  }
  if (now) take(now.price, now.oi);
  return samples;
}
