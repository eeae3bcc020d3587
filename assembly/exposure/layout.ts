/** The memory map of the exposure kernel. All columns are f64, one value an option or a spot. */

/** Options of one call. */
export const BOOK_CAPACITY: i32 = 512;

/** Spots of one call. */
export const GRID_CAPACITY: i32 = 1024;

/** ln(spot / spot of today) at which an option's d1 is 0. */
export const BOOK_CENTRE: usize = memory.data(4096, 16);
/** Total volatility, sigma sqrt T. */
export const BOOK_VOL: usize = memory.data(4096, 16);
export const BOOK_WEIGHT: usize = memory.data(4096, 16);

/** Results, one a spot. */
export const GRID_SUM: usize = memory.data(8192, 16);
