/** A stretch of the day that changes count over. */

/** The windows offered, in minutes. */
export const WINDOW_MINUTES = [3, 5, 6, 10, 15, 30, 60, 120] as const;
export type WindowMinutes = (typeof WINDOW_MINUTES)[number];

/** Minutes of the IST day. Without an end it ends at the clock's minute, and moves on with it. */
export interface CustomWindow {
  readonly from: number;
  readonly to: number | undefined;
}

/** What the changes count from: 'current' is the previous day, a number is so many minutes ago. */
export type TimeWindow = "current" | WindowMinutes | CustomWindow;
