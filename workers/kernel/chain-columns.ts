/** The columns that go into and come out of the kernel. Row i of every column is strike i. */
import { recordOf } from "#contract/domain/record-of.ts";

export interface ChainInput {
  /** Rows in use; the columns may be longer. */
  readonly length: number;
  /** Rupees, any order. */
  readonly strike: Float64Array;
  /** Rupees; NaN or 0 where there is none. */
  readonly callPrice: Float64Array;
  readonly putPrice: Float64Array;
}

/**
 * - `spot`: Black-Scholes on the spot, the strike discounted at `rate` (the default, rate 0.1).
 * - `usdinr`: discounted Black-76 on the future, `rate` is the contract's extra rate parameter.
 * - `forward`: the same formula on the future or the parity forward of any underlying.
 */
export interface ChainModel {
  readonly model: "spot" | "usdinr" | "forward";
  /** Spot, future or forward in rupees. */
  readonly underlying: number;
  /** Time to expiry in years of 365 days. */
  readonly years: number;
  /** Continuously compounded, a fraction per year. */
  readonly rate: number;
}

/** Results of one side at full precision. Where there is no IV: iv and derivedIv 0, NaN in every other column. */
export interface SideGreeks {
  /** A fraction (0.2 is 20 %). */
  readonly iv: Float64Array;
  /**
   * The IV of 4 decimals to which the specification's own iteration converges, a fraction: what screens show. It is `iv`
   * rounded, save within about 1e-7 of a rounding tie.
   */
  readonly derivedIv: Float64Array;
  /** Per rupee of the underlying; a put's is negative. */
  readonly delta: Float64Array;
  readonly gamma: Float64Array;
  /** Rupees per year. */
  readonly theta: Float64Array;
  /** Rupees per 1.00 of IV. */
  readonly vega: Float64Array;
  /** Risk-neutral probability, 0 to 1, that the underlying ends above the strike, N(d2), on this side's IV. */
  readonly probAbove: Float64Array;
}

export interface ChainGreeks {
  readonly call: SideGreeks;
  readonly put: SideGreeks;
  /** All columns as the core lays them out (chain-calls.ts): the kernel's to write. */
  readonly block: Float64Array;
}

/** Order of a side's result columns, in the core's memory and in a block (assembly/layout.ts). */
export const RESULT_COLUMNS = ["iv", "delta", "gamma", "theta", "vega", "probAbove", "derivedIv"] as const;

/** Columns for `capacity` strikes; allocate once and reuse. A chain that fills them is the quickest to price. */
export function createChainGreeks(capacity: number): ChainGreeks {
  const block = new Float64Array(2 * RESULT_COLUMNS.length * resultRows(capacity));
  return { call: sideOf(block, 0, capacity), put: sideOf(block, 1, capacity), block };
}

/** Rows from one result column to the next: those of the chain, one more where that is odd. */
export const resultRows = (count: number): number => count + (count & 1);

/** The columns of a side (0 call, 1 put) of a block for `count` strikes. */
export function sideOf(block: Float64Array, side: 0 | 1, count: number): SideGreeks {
  const rows = resultRows(count);
  return recordOf(RESULT_COLUMNS, (_, at) => {
    const from = (side * RESULT_COLUMNS.length + at) * rows;
    return block.subarray(from, from + count);
  });
}
