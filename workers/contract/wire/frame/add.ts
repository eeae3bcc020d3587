/**
 * Hot (bench/decode). Adds packed steps to columns: the decoder's innermost loops.
 *
 * As many values as fit are taken from one unaligned 32-bit word (seven of its bits may be lost to the shift into place:
 * four values of up to 6 bits, three of up to 8, two of up to 12). A word may reach past the frame into the source's
 * padding, never past the buffer; the caller checks a column's extent once. The loops hold no call and no branch but
 * the range check. Shifts are arithmetic where the mask hides what they bring in: an unsigned one makes the compiler
 * check each result for a place in an Int32.
 */
import { rowList as listed } from "./rows.ts";
import { source } from "./source.ts";

/** See apply.ts for why this is a closure. */
function createAdder() {
  const view = source.view;
  const rowList = listed;

  // Each adds (packed value + lowest) x unit to the rows listed from `from` to `from + count`, and gives how many it
  // added before a sum fell below `floor`. Steps stay within 2^29, so that a sum past the end of an Int32 is negative.

  function addPrices(
    column: Int32Array,
    from: number,
    count: number,
    at: number,
    width: number,
    lowest: number,
    unit: number,
    floor: number,
  ): number {
    const bits = width | 0;
    const two = (bits << 1) | 0;
    const three = (two + bits) | 0;
    const ones = (1 << bits) - 1;
    const step = unit | 0;
    const base = Math.imul(lowest, step);
    const least = floor | 0;
    const first = from | 0;
    const end = (first + count) | 0;
    const fours = bits <= 6 ? (end - 3) | 0 : 0;
    const threes = bits <= 8 ? (end - 2) | 0 : 0;
    const pairs = (end - 1) | 0;
    let bit = at << 3;
    let i = first;
    while (i < fours) {
      const word = view.getInt32(bit >>> 3, true) >> (bit & 7);
      const row0 = rowList[i];
      const value0 = (column[row0] + ((Math.imul(word & ones, step) + base) | 0)) | 0;
      if (value0 < least) return i - first;
      column[row0] = value0;
      const row1 = rowList[i + 1];
      const value1 = (column[row1] + ((Math.imul((word >> bits) & ones, step) + base) | 0)) | 0;
      if (value1 < least) return i + 1 - first;
      column[row1] = value1;
      const row2 = rowList[i + 2];
      const value2 = (column[row2] + ((Math.imul((word >> two) & ones, step) + base) | 0)) | 0;
      if (value2 < least) return i + 2 - first;
      column[row2] = value2;
      const row3 = rowList[i + 3];
      const value3 = (column[row3] + ((Math.imul((word >> three) & ones, step) + base) | 0)) | 0;
      if (value3 < least) return i + 3 - first;
      column[row3] = value3;
      bit = (bit + three + bits) | 0;
      i = (i + 4) | 0;
    }
    while (i < threes) {
      const word = view.getInt32(bit >>> 3, true) >> (bit & 7);
      const row0 = rowList[i];
      const value0 = (column[row0] + ((Math.imul(word & ones, step) + base) | 0)) | 0;
      if (value0 < least) return i - first;
      column[row0] = value0;
      const row1 = rowList[i + 1];
      const value1 = (column[row1] + ((Math.imul((word >> bits) & ones, step) + base) | 0)) | 0;
      if (value1 < least) return i + 1 - first;
      column[row1] = value1;
      const row2 = rowList[i + 2];
      const value2 = (column[row2] + ((Math.imul((word >> two) & ones, step) + base) | 0)) | 0;
      if (value2 < least) return i + 2 - first;
      column[row2] = value2;
      bit = (bit + three) | 0;
      i = (i + 3) | 0;
    }
    while (i < pairs) {
      const word = view.getInt32(bit >>> 3, true) >> (bit & 7);
      const row0 = rowList[i];
      const value0 = (column[row0] + ((Math.imul(word & ones, step) + base) | 0)) | 0;
      if (value0 < least) return i - first;
      column[row0] = value0;
      const row1 = rowList[i + 1];
      const value1 = (column[row1] + ((Math.imul((word >> bits) & ones, step) + base) | 0)) | 0;
      if (value1 < least) return i + 1 - first;
      column[row1] = value1;
      bit = (bit + two) | 0;
      i = (i + 2) | 0;
    }
    if (i < end) {
      const word = view.getInt32(bit >>> 3, true) >> (bit & 7);
      const value = (column[rowList[i]] + ((Math.imul(word & ones, step) + base) | 0)) | 0;
      if (value < least) return i - first;
      column[rowList[i]] = value;
    }
    return count;
  }

  function addQuantities(
    column: Float64Array,
    from: number,
    count: number,
    at: number,
    width: number,
    lowest: number,
    unit: number,
    floor: number,
  ): number {
    const bits = width | 0;
    const two = (bits << 1) | 0;
    const three = (two + bits) | 0;
    const ones = (1 << bits) - 1;
    const step = unit | 0;
    const base = lowest * step;
    const least = +floor;
    const first = from | 0;
    const end = (first + count) | 0;
    const fours = bits <= 6 ? (end - 3) | 0 : 0;
    const threes = bits <= 8 ? (end - 2) | 0 : 0;
    const pairs = (end - 1) | 0;
    let bit = at << 3;
    let i = first;
    while (i < fours) {
      const word = view.getInt32(bit >>> 3, true) >> (bit & 7);
      const row0 = rowList[i];
      const value0 = column[row0] + (Math.imul(word & ones, step) + base);
      if (value0 < least) return i - first;
      column[row0] = value0;
      const row1 = rowList[i + 1];
      const value1 = column[row1] + (Math.imul((word >> bits) & ones, step) + base);
      if (value1 < least) return i + 1 - first;
      column[row1] = value1;
      const row2 = rowList[i + 2];
      const value2 = column[row2] + (Math.imul((word >> two) & ones, step) + base);
      if (value2 < least) return i + 2 - first;
      column[row2] = value2;
      const row3 = rowList[i + 3];
      const value3 = column[row3] + (Math.imul((word >> three) & ones, step) + base);
      if (value3 < least) return i + 3 - first;
      column[row3] = value3;
      bit = (bit + three + bits) | 0;
      i = (i + 4) | 0;
    }
    while (i < threes) {
      const word = view.getInt32(bit >>> 3, true) >> (bit & 7);
      const row0 = rowList[i];
      const value0 = column[row0] + (Math.imul(word & ones, step) + base);
      if (value0 < least) return i - first;
      column[row0] = value0;
      const row1 = rowList[i + 1];
      const value1 = column[row1] + (Math.imul((word >> bits) & ones, step) + base);
      if (value1 < least) return i + 1 - first;
      column[row1] = value1;
      const row2 = rowList[i + 2];
      const value2 = column[row2] + (Math.imul((word >> two) & ones, step) + base);
      if (value2 < least) return i + 2 - first;
      column[row2] = value2;
      bit = (bit + three) | 0;
      i = (i + 3) | 0;
    }
    while (i < pairs) {
      const word = view.getInt32(bit >>> 3, true) >> (bit & 7);
      const row0 = rowList[i];
      const value0 = column[row0] + (Math.imul(word & ones, step) + base);
      if (value0 < least) return i - first;
      column[row0] = value0;
      const row1 = rowList[i + 1];
      const value1 = column[row1] + (Math.imul((word >> bits) & ones, step) + base);
      if (value1 < least) return i + 1 - first;
      column[row1] = value1;
      bit = (bit + two) | 0;
      i = (i + 2) | 0;
    }
    if (i < end) {
      const word = view.getInt32(bit >>> 3, true) >> (bit & 7);
      const value = column[rowList[i]] + (Math.imul(word & ones, step) + base);
      if (value < least) return i - first;
      column[rowList[i]] = value;
    }
    return count;
  }

  return { addPrices, addQuantities };
}

export const { addPrices, addQuantities } = createAdder();
