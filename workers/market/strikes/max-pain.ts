/**
 * Hot: raisePainHighs runs over a day of slots, so nothing here allocates.
 *
 * Max pain of one moment, and pain by strike; a whole day of max pain is a kernel call (kernel/calls/series-calls.ts).
 *
 * Max pain: of all strikes S the one with the least pain(S) = sum CE OI x (S - K) over K < S + sum PE OI x (K - S)
 * over K > S; the lowest of several. Pain is convex and piecewise linear in S, its slope after strike j is
 * (calls up to j) - (puts above j), so the answer is a weighted median: the first j with calls up to j + puts up to j
 * >= all puts. One pass, and exact while the sums stay below 2^53.
 */
import { type Column, MISSING_MINUTE, type MinuteColumns, OI } from "#contract/domain/columns.ts";
import { sumRows } from "./pcr.ts";
import type { StrikeTable } from "./strikes.ts";

/** Units of OI at a row; 0 where there is no contract or no figure. */
const held = (oi: Column, base: number, row: number): number => (row < 0 ? 0 : Math.max(oi[base + row]!, 0));

/** Index of the max pain strike for the OI cells `oi[base + row]`; -1 when no option holds any. */
export function maxPainIndex(table: StrikeTable, oi: Column, base: number): number {
  const { ce, pe, count } = table;
  const puts = sumRows(oi, base, pe, 0, count) || 0;
  const calls = sumRows(oi, base, ce, 0, count) || 0;
  if (calls + puts === 0) return -1;
  let below = 0;
  for (let i = 0; i < count; i++) {
    below += held(oi, base, ce[i]!) + held(oi, base, pe[i]!);
    if (below >= puts) return i;
  }
  return -1;
}

/** Total pain by strike index in rupees x units, for prices of this scale. `out` has at least `table.count` cells. */
export function painPerStrike(
  out: Float64Array,
  table: StrikeTable,
  oi: Column,
  base: number,
  priceScale: number,
): void {
  const { ce, pe, strikes, count } = table;
  let pain = 0;
  let putsAbove = 0;
  for (let i = 0; i < count; i++) {
    const puts = held(oi, base, pe[i]!);
    putsAbove += puts;
    pain += puts * (strikes[i]! - strikes[0]!);
  }
  let callsBelow = 0;
  for (let i = 0; i < count; i++) {
    if (i > 0) pain += (strikes[i]! - strikes[i - 1]!) * (callsBelow - putsAbove);
    out[i] = pain / priceScale;
    callsBelow += held(oi, base, ce[i]!);
    putsAbove -= held(oi, base, pe[i]!);
  }
}

/**
 * Raises `highs` (by strike index, rupees x units; start from zeros) to the highest total pain of the slots [from, to).
 * `scratch` has at least `table.count` cells.
 */
export function raisePainHighs(
  highs: Float64Array,
  scratch: Float64Array,
  table: StrikeTable,
  minutes: MinuteColumns,
  from: number,
  to: number,
  priceScale: number,
): void {
  for (let slot = from; slot < to; slot++) {
    if (minutes.state[slot] === MISSING_MINUTE) continue;
    painPerStrike(scratch, table, minutes.columns[OI]!, slot * minutes.stride, priceScale);
    for (let i = 0; i < table.count; i++) if (scratch[i]! > highs[i]!) highs[i] = scratch[i]!;
  }
}
