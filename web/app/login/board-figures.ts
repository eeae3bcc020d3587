/**
 * The picture on the login page: NIFTY open interest by strike, as recorded on 18 Aug 2026 at 13:20, the day's own
 * expiry. In thousands of contracts of 65 units: only their proportions are drawn.
 */
export const RECORDED_AT = "13:20";
export const SPOT = "24,207.05";
/** The strike next to the spot; as many rows stand up to it as beyond it. */
export const AT_THE_MONEY = 24200;

/** By strike, from 23,500 in steps of 50. */
const CALLS = [
  1, 0, 0, 0, 1, 1, 1, 1, 3, 3, 26, 16, 98, 182, 674, 800, 668, 309, 307, 163, 272, 138, 223, 99, 235, 132, 160, 59,
  116, 71,
];
const PUTS = [
  110, 26, 55, 48, 82, 46, 117, 54, 133, 106, 266, 182, 345, 480, 603, 207, 135, 42, 40, 19, 26, 4, 16, 2, 8, 2, 4, 1,
  2, 1,
];

/** [strike in rupees, calls, puts] */
export const BOARD = CALLS.map((calls, i) => [23500 + 50 * i, calls, PUTS[i] ?? 0] as const);
