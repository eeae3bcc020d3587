/**
 * The memory map: where the caller puts columns, and where it finds results. All columns are f64,
 * one value a row, at fixed addresses; memory never grows, so views over it stay valid for the module's life.
 */

/** Strikes one call can price. Small, so that a call's columns and scratch stay in the processor's first caches. */
export const CHAIN_CAPACITY: i32 = 256;

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

/**
 * Results: the calls' columns in this order, then the puts'. A column is as long as the chain of the call, a row more where that
 * is odd, so that all of them lie together and leave in one move.
 */
export const RESULT: usize = memory.data(28672, 64); // 2 x RESULT_COLUMNS x CHAIN_CAPACITY x 8
export const RESULT_COLUMNS: i32 = 7;
export const IV: usize = 0;
export const DELTA: usize = 1;
export const GAMMA: usize = 2;
export const THETA: usize = 3;
export const VEGA: usize = 4;
export const PROB_ABOVE: usize = 5;
export const DERIVED_IV: usize = 6;

let resultStart: usize = RESULT;
let columnSize: usize = 0;

/** Lays the result columns out for a chain of so many strikes. */
export function setResultRows(count: i32): void {
  resultStart = RESULT;
  columnSize = ((<usize>count + 1) & ~1) << 3;
}

/** Lays them out for a chain whose rows begin at the row `first` of columns of CHAIN_CAPACITY rows, other chains' before it. */
export function setResultsFrom(first: i32): void {
  resultStart = RESULT + ((<usize>first) << 3);
  columnSize = <usize>(CHAIN_CAPACITY << 3);
}

/** NaN in every column, for `count` strikes. */
export function storeGap(count: i32): void {
  for (let column = 0; column < 2 * RESULT_COLUMNS; column++) {
    const rows = resultStart + <usize>column * columnSize;
    for (let offset: usize = 0, end = (<usize>count) << 3; offset < end; offset += 8) store<f64>(rows + offset, NaN);
  }
}

/** Where a side's results begin (0 call, 1 put), with its IVs. */
export function resultsOf(side: i32): usize {
  return resultStart + <usize>(side * RESULT_COLUMNS) * columnSize;
}

/** The address of another column's row, from that of the IV. */
export function inColumn(iv: usize, column: usize): usize {
  return iv + column * columnSize;
}
