/** The analyzer's part of the memory map: strikes, prices and probabilities in, one row a candidate out. */

/** Strikes of one call: the widest range of the screen has 25. */
export const RANGE_CAPACITY: i32 = 32;

/** Rows of one kind at most: four of 32 strikes. */
export const CANDIDATE_CAPACITY: i32 = 35960;

/** Nodes of the probability curves. */
export const CURVE_CAPACITY: i32 = 256;

// Kinds, in the order of the screen's list.
export const BULL_CALL_SPREAD: i32 = 0;
export const BULL_PUT_SPREAD: i32 = 1;
export const BEAR_CALL_SPREAD: i32 = 2;
export const BEAR_PUT_SPREAD: i32 = 3;
export const CALL_RATIO_BACKSPREAD: i32 = 4;
export const PUT_RATIO_BACKSPREAD: i32 = 5;
export const BUTTERFLY_CALL: i32 = 6;
export const BUTTERFLY_PUT: i32 = 7;
export const IRON_CONDOR: i32 = 8;
export const LONG_STRADDLE: i32 = 9;
export const SHORT_STRADDLE: i32 = 10;
export const LONG_STRANGLE: i32 = 11;
export const SHORT_STRANGLE: i32 = 12;

// Inputs, rupees, strikes ascending; no price is 0 or NaN.
export const RANGE_STRIKE: usize = memory.data(256, 16);
export const RANGE_CALL: usize = memory.data(256, 16);
export const RANGE_PUT: usize = memory.data(256, 16);

/** Percent that the spot ends above a node, by the calls and by the puts of strikes a step apart; the last one twice. */
export const CURVE_CALL: usize = memory.data(2064, 16);
export const CURVE_PUT: usize = memory.data(2064, 16);

// Results: f64 columns, and the strikes' rows as the bytes of an i32, lowest strike first, unused bytes 0.
export const CANDIDATE_STRIKES: usize = memory.data(143840, 16);
export const CANDIDATE_MAX_PROFIT: usize = memory.data(287680, 16);
export const CANDIDATE_MAX_LOSS: usize = memory.data(287680, 16);
export const CANDIDATE_REWARD: usize = memory.data(287680, 16);
export const CANDIDATE_LOWER: usize = memory.data(287680, 16);
export const CANDIDATE_UPPER: usize = memory.data(287680, 16);
export const CANDIDATE_POP: usize = memory.data(287680, 16);
