/**
 * Hot (bench/decode). The checksum of a room's state: both ends compute it over their own columns.
 *
 * A sum per column of value x odd weight of the row (independent terms, so that the processor overlaps them), chained
 * over columns by a multiplication. Prices sum mod 2^32; quantities in Float64 (exact for all real rooms, and the same
 * everywhere in any case, since the order is fixed). One wrong cell always shows in a real room; it guards against
 * drift between two ends that both believe they are right, not against an attacker.
 */
import { type ColumnSet, FIELD_COUNT, isPriceField } from "../../domain/columns.ts";

const FIELD_PRIME = 0x01000193;
const TWO_32 = 2 ** 32;

/** u32 over the first `rows` rows of all eleven columns. */
export function stateChecksum(columns: ColumnSet, rows: number): number {
  let hash = rows | 0;
  for (let field = 0; field < FIELD_COUNT; field++) {
    const sum = isPriceField(field)
      ? priceSum(columns[field] as Int32Array, rows)
      : quantitySum(columns[field] as Float64Array, rows);
    hash = (Math.imul(hash, FIELD_PRIME) + sum) | 0;
  }
  return hash >>> 0;
}

function priceSum(column: Int32Array, rows: number): number {
  const end = rows | 0;
  const fours = end & ~3;
  let sum = 0;
  let other = 0;
  let row = 0;
  for (; row < fours; row = (row + 4) | 0) {
    const weight = (row << 1) | 1;
    sum = (sum + Math.imul(column[row], weight)) | 0;
    other = (other + Math.imul(column[row + 1], weight + 2)) | 0;
    sum = (sum + Math.imul(column[row + 2], weight + 4)) | 0;
    other = (other + Math.imul(column[row + 3], weight + 6)) | 0;
  }
  for (; row < end; row = (row + 1) | 0) sum = (sum + Math.imul(column[row], (row << 1) | 1)) | 0;
  return (sum + other) | 0;
}

function quantitySum(column: Float64Array, rows: number): number {
  const end = rows | 0;
  const fours = end & ~3;
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let row = 0;
  for (; row < fours; row = (row + 4) | 0) {
    const weight = (row << 1) | 1;
    first += column[row] * weight;
    second += column[row + 1] * (weight + 2);
    third += column[row + 2] * (weight + 4);
    fourth += column[row + 3] * (weight + 6);
  }
  for (; row < end; row = (row + 1) | 0) first += column[row] * ((row << 1) | 1);
  const sum = first + second + (third + fourth);
  const high = Math.floor(sum / TWO_32);
  // Not `sum % TWO_32`: that is a call of fmod, and takes as long as summing a column.
  return (Math.imul(high | 0, FIELD_PRIME) + ((sum - high * TWO_32) | 0)) | 0;
}
