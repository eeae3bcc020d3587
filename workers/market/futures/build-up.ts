/** The build-up of one contract, of a column of contracts, and of a series of times. */
import {
  type BuildUp,
  LONG_BUILD,
  LONG_UNWIND,
  NO_BUILD_UP,
  SHORT_BUILD,
  SHORT_COVER,
} from "#contract/domain/build-up.ts";

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
