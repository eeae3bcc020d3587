/**
 * Where the exposure kernel reads and writes: columns that other kernels have, each call's own for as long as it runs. All are
 * f64, one value an option or a spot.
 */
import { CALL_PRICE, CHAIN_CAPACITY, PUT_PRICE, STRIKE } from "../layout";
import { PAYOFF_VALUE, SPOT_CAPACITY } from "../payoff/layout";

/** Options and spots of one call. */
export const BOOK_CAPACITY: i32 = CHAIN_CAPACITY;
export const GRID_CAPACITY: i32 = SPOT_CAPACITY;

/** ln(spot / spot of today) at which an option's d1 is 0. */
export const BOOK_CENTRE: usize = STRIKE;
/** Total volatility, sigma sqrt T. */
export const BOOK_VOL: usize = CALL_PRICE;
export const BOOK_WEIGHT: usize = PUT_PRICE;

/** Results, one a spot. */
export const GRID_SUM: usize = PAYOFF_VALUE;
