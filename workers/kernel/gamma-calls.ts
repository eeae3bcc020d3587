/** Calls of assembly/exposure: the gamma of a book over spots. Hot (bench question: kernels). */
import { type Core, check } from "./core.ts";

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

export interface GammaKernel {
  /** At each spot of the grid, the sum over the options of weight x n(d1), n the normal density. Any number of options and spots. */
  gammaOverSpots(book: GammaBook, grid: SpotGrid, out: Float64Array): void;
}

export function createGammaCalls(core: Core): GammaKernel {
  const { calls, floats } = core;
  const options = calls.BOOK_CAPACITY.value;
  const spots = calls.GRID_CAPACITY.value;
  const centres = floats(calls.BOOK_CENTRE.value, options);
  const vols = floats(calls.BOOK_VOL.value, options);
  const weights = floats(calls.BOOK_WEIGHT.value, options);
  const sums = floats(calls.GRID_SUM.value, spots);
  return {
    gammaOverSpots({ length, centre, vol, weight }, { first, step, count }, out) {
      out.fill(0, 0, count);
      for (let from = 0; from < length; from += options) {
        const to = Math.min(from + options, length);
        centres.set(centre.subarray(from, to));
        vols.set(vol.subarray(from, to));
        weights.set(weight.subarray(from, to));
        for (let start = 0; start < count; start += spots) {
          const some = Math.min(spots, count - start);
          check(core, calls.gammaOverSpots(to - from, some, first + start * step, step));
          for (let i = 0; i < some; i++) out[start + i]! += sums[i]!;
        }
      }
    },
  };
}
