/**
 * Hot: folds a day of minutes, so nothing here allocates.
 *
 * Day extremes by row, grown slot by slot: fold the new slots only, then the live moment.
 */
import { MISSING_MINUTE, type MinuteColumns, OI } from "#contract/domain/columns.ts";
import { columnOf, type Moment } from "../reference/moment.ts";

/** What a row without any open interest keeps. The first reading replaces the low seed, as real OI may be above it. */
const HIGH_OI_SEED = 0;
const LOW_OI_SEED = 1e7;

/** High and low by row. */
export interface Extremes {
  readonly high: Float64Array;
  readonly low: Float64Array;
  /** Whether a row has had a reading. */
  readonly seen: Uint8Array;
}

/** Extremes of OI, in units. */
export const createOiExtremes = (rows: number): Extremes => ({
  high: new Float64Array(rows).fill(HIGH_OI_SEED),
  low: new Float64Array(rows).fill(LOW_OI_SEED),
  seen: new Uint8Array(rows),
});

function fold(into: Extremes, row: number, value: number): void {
  const { high, low, seen } = into;
  if (seen[row] === 0) {
    seen[row] = 1;
    high[row] = value;
    low[row] = value;
  } else if (value > high[row]!) high[row] = value;
  else if (value < low[row]!) low[row] = value;
}

/** Makes `into` what `from` is: both of one number of rows. */
export function copyExtremes(into: Extremes, from: Extremes): void {
  into.high.set(from.high);
  into.low.set(from.low);
  into.seen.set(from.seen);
}

/** Takes the OI of the slots [from, to) in, for the first `rows` rows. Absent cells are skipped. */
export function foldOi(into: Extremes, minutes: MinuteColumns, rows: number, from: number, to: number): void {
  const oi = minutes.columns[OI]!;
  for (let slot = from; slot < to; slot++) {
    if (minutes.state[slot] === MISSING_MINUTE) continue;
    const base = slot * minutes.stride;
    for (let row = 0; row < rows; row++) if (oi[base + row]! >= 0) fold(into, row, oi[base + row]!);
  }
}

/** Takes the OI of one moment in: the live columns, after the closed minutes. */
export function foldOiMoment(into: Extremes, moment: Moment, rows: number): void {
  const oi = columnOf(moment, OI);
  if (!oi) return;
  for (let row = 0; row < rows; row++) if (oi[moment.base + row]! >= 0) fold(into, row, oi[moment.base + row]!);
}
