/**
 * The memory map: where the caller puts columns, and where it finds results. All columns are f64,
 * one value a row, at fixed addresses; memory never grows, so views over it stay valid for the module's life.
 */

/** Strikes one call can price. Small, so that a call's columns and scratch stay in the processor's first caches. */
export const CHAIN_CAPACITY: i32 = 256;

/** Bytes from one result column to the next: CHAIN_CAPACITY x 8, and a cache line, lest all columns fall into one cache set. */
export const COLUMN_STRIDE: i32 = 2112;

// Models: what `underlying` is, and how the rate enters (pricing/strike.ts).
export const MODEL_SPOT: i32 = 0;
export const MODEL_FORWARD: i32 = 1;

// Status codes of every exported function. Bad rows are not errors: they come back as "none" (IV 0, greeks NaN).
export const OK: i32 = 0;
export const OVER_CAPACITY: i32 = 1;

// Inputs of a chain.
export const STRIKE: usize = memory.data(2112, 64);
export const CALL_PRICE: usize = memory.data(2112, 64);
export const PUT_PRICE: usize = memory.data(2112, 64);

/** Columns of a side's results, in this order, COLUMN_STRIDE apart. */
export const CALL_RESULT: usize = memory.data(14784, 64);
export const PUT_RESULT: usize = memory.data(14784, 64);
export const IV: usize = 0;
export const DELTA: usize = 2112;
export const GAMMA: usize = 4224;
export const THETA: usize = 6336;
export const VEGA: usize = 8448;
export const PROB_ABOVE: usize = 10560;
export const DERIVED_IV: usize = 12672;
