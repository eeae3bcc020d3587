/** The payoff kernel's part of the memory map: legs and spots in, rupees out. All columns are f64, one value a leg or a spot. */

/** Legs of one strategy. */
export const LEG_CAPACITY: i32 = 64;

/** Spots of one call. */
export const SPOT_CAPACITY: i32 = 2048;

// Kinds of leg.
export const LEG_CALL: f64 = 0.0;
export const LEG_PUT: f64 = 1.0;
export const LEG_FUTURE: f64 = 2.0;

// Inputs of prepareLegs (payoff/legs.ts says what they mean).
export const LEG_KIND: usize = memory.data(512, 16);
export const LEG_QUANTITY: usize = memory.data(512, 16);
export const LEG_STRIKE: usize = memory.data(512, 16);
export const LEG_ENTRY: usize = memory.data(512, 16);
export const LEG_YEARS: usize = memory.data(512, 16);
export const LEG_IV: usize = memory.data(512, 16);
export const LEG_CARRY: usize = memory.data(512, 16);

/**
 * What prepareLegs leaves, one value an option leg (futures have none): the spots between which its price bends. Below the
 * low edge a call is worth nothing, above the high edge its intrinsic value; where both are the same the leg has a kink
 * there, and no curve.
 */
export const ZONE_LOW: usize = memory.data(512, 16);
export const ZONE_HIGH: usize = memory.data(512, 16);
/** The leg's total volatility, sigma sqrt T; 0 for a kink. */
export const ZONE_VOL: usize = memory.data(512, 16);

// Scratch of the option legs (payoff/legs.ts).
export const OPTION_QUANTITY: usize = memory.data(512, 16);
export const OPTION_GROWTH: usize = memory.data(512, 16);
export const OPTION_STRIKE_VALUE: usize = memory.data(512, 16);
export const OPTION_PER_VOL: usize = memory.data(512, 16);
export const OPTION_REACH: usize = memory.data(512, 16);

/** Spots in, P&L out. Two more than the capacity: a vector may reach past the end of a run. */
export const PAYOFF_SPOT: usize = memory.data(16400, 16);
export const PAYOFF_VALUE: usize = memory.data(16400, 16);

/** The answer of payoffAt: P&L, and its slope in rupees a rupee of spot (to the right of a kink). */
export const PAYOFF_POINT: usize = memory.data(16, 16);

// Scratch of a run (payoff/series.ts): its legs, one more than there can be, and two halves a derivative.
export const RUN_SOURCE: usize = memory.data(528, 16);
export const RUN_FALL: usize = memory.data(528, 16);
export const RUN_BEND: usize = memory.data(528, 16);
export const RUN_SUM: usize = memory.data(256, 16);

/** Coefficients of a run's power series (payoff/series.ts). */
export const SERIES: usize = memory.data(160, 16);
