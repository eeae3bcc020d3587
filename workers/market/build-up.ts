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

/** The codes of whole columns of changes: every strike of a chain, every row of a table. */
export function buildUps(out: Uint8Array, priceChanges: Float64Array, oiChanges: Float64Array): void {
  for (let i = 0; i < priceChanges.length; i++) out[i] = buildUp(priceChanges[i]!, oiChanges[i]!);
}

/**
 * The codes of a time series: each row against the row before it. A row that misses a figure (NaN) has none, and is no
 * row to compare with: the next one is compared with the last that has both. The first row has none.
 */
export function buildUpsOverTime(out: Uint8Array, prices: Float64Array, oi: Float64Array): void {
  let price = Number.NaN;
  let held = Number.NaN;
  for (let i = 0; i < prices.length; i++) {
    const isKnown = !Number.isNaN(prices[i]!) && !Number.isNaN(oi[i]!);
    out[i] = isKnown ? buildUp(prices[i]! - price, oi[i]! - held) : NO_BUILD_UP;
    if (!isKnown) continue;
    price = prices[i]!;
    held = oi[i]!;
  }
}
