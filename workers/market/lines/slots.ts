/**
 * Hot: runs over a day of slots, so nothing here allocates.
 *
 * Lines through the day. Every function fills `out` by slot for the slots [from, to): NaN where there is a hole or no
 * figure, so that a gap in the data is a gap in the line. Prices stay scaled integers. Totals over many contracts are
 * kernel calls (kernel/calls/series-calls.ts); what is here reads a few contracts a slot.
 */
import { MISSING_MINUTE, type MinuteColumns } from "#contract/domain/columns.ts";
import { ratio } from "../strikes/pcr.ts";

/**
 * Cells of a field added up over a few contracts: a price line (one row), a straddle or strangle (two), a combined vwap.
 * NaN unless every row has the figure: half a straddle is not one.
 */
export function sumOverSlots(
  out: Float64Array,
  minutes: MinuteColumns,
  field: number,
  rows: Int32Array,
  from: number,
  to: number,
): void {
  const column = minutes.columns[field]!;
  const isKnown = column.length > 0 && rows.length > 0 && !rows.includes(-1);
  for (let slot = from; slot < to; slot++) {
    let sum = isKnown && minutes.state[slot] !== MISSING_MINUTE ? 0 : Number.NaN;
    const base = slot * minutes.stride;
    for (let i = 0; i < rows.length && !Number.isNaN(sum); i++) {
      const value = column[base + rows[i]!]!;
      sum = value < 0 ? Number.NaN : sum + value;
    }
    out[slot] = sum;
  }
}

/** above / below by slot, unrounded: PCR and volume PCR from the puts' and the calls' totals. NaN where below is 0. */
export function ratioOverSlots(
  out: Float64Array,
  above: Float64Array,
  below: Float64Array,
  from: number,
  to: number,
): void {
  for (let slot = from; slot < to; slot++) out[slot] = ratio(above[slot]!, below[slot]!);
}

/** In place: scaled prices by their scale are rupees, OI and volume by LAKH are what charts draw. */
export function divideOverSlots(out: Float64Array, by: number, from: number, to: number): void {
  for (let slot = from; slot < to; slot++) out[slot]! /= by;
}

/** a - b by slot: PE - CE. */
export function differenceOverSlots(
  out: Float64Array,
  a: Float64Array,
  b: Float64Array,
  from: number,
  to: number,
): void {
  for (let slot = from; slot < to; slot++) out[slot] = a[slot]! - b[slot]!;
}
