/** What a change of price with a change of open interest says: the four build-ups. */
export const NO_BUILD_UP = 0;
export const LONG_BUILD = 1;
export const SHORT_BUILD = 2;
export const SHORT_COVER = 3;
export const LONG_UNWIND = 4;
export type BuildUp =
  | typeof NO_BUILD_UP
  | typeof LONG_BUILD
  | typeof SHORT_BUILD
  | typeof SHORT_COVER
  | typeof LONG_UNWIND;

/** By code. Above the breakpoint of the screen; on chains and OI Change. */
export const BUILD_UP_LABELS = ["-", "Long Build", "Short Build", "Short Cover", "Long Unwind"] as const;
/** By code. At or below the breakpoint of the screen. */
export const BUILD_UP_SHORT_LABELS = ["-", "LB", "SB", "SC", "LU"] as const;
/** What a time series says instead of '-'. */
export const NO_CHANGE_LABEL = "No change";

/** NaN (a change that is not known) and 0 on either side are no build-up. Any unit will do, only signs count. */
export function buildUp(priceChange: number, oiChange: number): BuildUp {
  if (priceChange > 0) return oiChange > 0 ? LONG_BUILD : oiChange < 0 ? SHORT_COVER : NO_BUILD_UP;
  if (priceChange < 0) return oiChange > 0 ? SHORT_BUILD : oiChange < 0 ? LONG_UNWIND : NO_BUILD_UP;
  return NO_BUILD_UP;
}
