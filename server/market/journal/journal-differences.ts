/** Hot once a minute (bench question: archive). Differences of a column to the slot before, and how wide they are. */
import type { Column } from "#contract/domain/columns.ts";

/** No or-ed zigzag form is a fraction. */
export const TOO_WIDE = 0.5;

/**
 * Differences of a price column from cell `at` to those of the slot before from cell `before` (to 0 without one).
 * @returns their zigzag forms or-ed together: below 2^n when each fits n bits. They wrap at 32 bits, as the reader does.
 */
export function priceDifferences(
  column: Column,
  at: number,
  earlier: Column | undefined,
  before: number,
  rows: number,
  out: Int32Array,
): number {
  let spread = 0;
  for (let i = 0; i < rows; i++) {
    const delta = (column[at + i] - (earlier === undefined ? 0 : earlier[before + i])) | 0;
    out[i] = delta;
    spread |= (delta << 1) ^ (delta >> 31);
  }
  return spread;
}

/** Differences of a price column as 16 bits, written to `to`; their spread, which says whether they fit. */
export function shortPrices(
  column: Column,
  at: number,
  earlier: Column,
  before: number,
  rows: number,
  out: Int16Array,
  to: number,
): number {
  let spread = 0;
  for (let i = 0; i < rows; i++) {
    const delta = (column[at + i] - earlier[before + i]) | 0;
    out[to + i] = delta;
    spread |= (delta << 1) ^ (delta >> 31);
  }
  return spread;
}

/** The same of a quantity column; TOO_WIDE where a difference is no 31-bit integer. */
export function shortQuantities(
  column: Column,
  at: number,
  earlier: Column,
  before: number,
  rows: number,
  out: Int16Array,
  to: number,
): number {
  let spread = 0;
  for (let i = 0; i < rows; i++) {
    const difference = column[at + i] - earlier[before + i];
    const delta = difference | 0;
    if (delta !== difference) return TOO_WIDE;
    out[to + i] = delta;
    spread |= (delta << 1) ^ (delta >> 31);
  }
  return spread;
}

/** The same of a quantity column; TOO_WIDE where a difference is no 31-bit integer, whose zigzag form fits. */
export function quantityDifferences(
  column: Column,
  at: number,
  earlier: Column | undefined,
  before: number,
  rows: number,
  out: Int32Array,
): number {
  let spread = 0;
  for (let i = 0; i < rows; i++) {
    const difference = column[at + i] - (earlier === undefined ? 0 : earlier[before + i]);
    const delta = difference | 0;
    if (delta !== difference) return TOO_WIDE;
    out[i] = delta;
    spread |= (delta << 1) ^ (delta >> 31);
  }
  return spread;
}

/** {@link priceDifferences} of some rows only. */
export function changedPrices(
  column: Column,
  at: number,
  earlier: Column,
  before: number,
  rows: Uint16Array,
  count: number,
  out: Int32Array,
): number {
  let spread = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    const delta = (column[at + row] - earlier[before + row]) | 0;
    out[i] = delta;
    spread |= (delta << 1) ^ (delta >> 31);
  }
  return spread;
}

/** {@link quantityDifferences} of some rows only. */
export function changedQuantities(
  column: Column,
  at: number,
  earlier: Column,
  before: number,
  rows: Uint16Array,
  count: number,
  out: Int32Array,
): number {
  let spread = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    const difference = column[at + row] - earlier[before + row];
    const delta = difference | 0;
    if (delta !== difference) return TOO_WIDE;
    out[i] = delta;
    spread |= (delta << 1) ^ (delta >> 31);
  }
  return spread;
}
