/** Calls of assembly/exposure: the gamma of a book over spots. Hot (bench question: kernels). */
import { type Core, check } from "../core.ts";

/** Options, row by row. */
export interface GammaBook {
  /** Rows in use; the columns may be longer. */
  readonly length: number;
  /** ln(spot / spot of today) at which the option's d1 is 0. */
  readonly centre: Float64Array;
  /** Total volatility, sigma sqrt T; an option of 0 has no part. */
  readonly vol: Float64Array;
  readonly weight: Float64Array;
}

/** Spots that stand evenly in ln(spot / spot of today). */
export interface SpotGrid {
  readonly first: number;
  /** Above 0. */
  readonly step: number;
  readonly count: number;
}

/**
 * At each spot of the grid, the sum over the options of weight x n(d1), n the normal density. Any number of options and spots.
 * The one call of the core that one screen alone makes: it is not part of the kernel, and comes with that screen.
 */
export function gammaOverSpots(core: Core, book: GammaBook, { first, step, count }: SpotGrid, out: Float64Array): void {
  const { calls, floats } = core;
  const options = calls.CHAIN_CAPACITY.value;
  const spots = calls.SPOT_CAPACITY.value;
  const columns = [
    [book.centre, floats(calls.STRIKE.value, options)],
    [book.vol, floats(calls.CALL_PRICE.value, options)],
    [book.weight, floats(calls.PUT_PRICE.value, options)],
  ] as const;
  const sums = floats(calls.PAYOFF_VALUE.value, spots);
  out.fill(0, 0, count);
  for (let from = 0; from < book.length; from += options) {
    const to = Math.min(from + options, book.length);
    for (const [column, place] of columns) place.set(column.subarray(from, to));
    for (let start = 0; start < count; start += spots) {
      const some = Math.min(spots, count - start);
      check(core, calls.gammaOverSpots(to - from, some, first + start * step, step));
      for (let i = 0; i < some; i++) out[start + i]! += sums[i]!;
    }
  }
}
