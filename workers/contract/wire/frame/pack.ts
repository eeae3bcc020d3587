/**
 * Hot (bench/decode). One column of a delta: steps packed in a fixed number of bits, and the few that do not fit.
 *
 * A column is a descriptor byte; unless it is dense, a bitmap of which changed rows it holds; its lowest step; its
 * exceptions; then every step, as what it is above the lowest, in `width` bits. A step is a difference in the field's
 * unit. An exception adds the part above `width` bits beforehand, so that the decoder's loop knows nothing of it. What
 * is no whole step (a value off the grid, one that appears or vanishes) is an exception in units of 1: it costs itself
 * a few bytes, and not the whole frame its unit.
 *
 * Ticks move most figures by a few units, so a step takes 2 to 7 bits where a varint takes at least 8. The width, the
 * lowest step, and dense or sparse are what makes the column smallest.
 */

import type { ByteSink } from "../varint.ts";
import { COLUMN_DENSE, COLUMN_EXCEPTIONS, MAX_LOWEST, MAX_ROWS } from "./layout.ts";
import { NO_STEP, SORT_SPARE, sortSteps } from "./sort.ts";
import { chooseWidth, createChoice } from "./width.ts";

/** A sparse column has to save this much: finding its rows takes the decoder longer than adding zeros. */
const SPARSE_BITS = 40;
/** No column can save more than this for each zero it leaves out. */
const ZERO_BITS = 24;

const steps = new Int32Array(MAX_ROWS);
const sorted = new Int32Array(MAX_ROWS + SORT_SPARE);
/** The values a column holds, as indices of its differences; their packed parts; which of them are exceptions. */
const heldAt = new Uint16Array(MAX_ROWS);
const parts = new Uint16Array(MAX_ROWS);
const exceptions = new Uint16Array(MAX_ROWS);
const sparse = createChoice();
const dense = createChoice();

/** Writes `count` differences; false, and nothing, when all are zero. */
export function packColumn(sink: ByteSink, differences: Float64Array, count: number, unit: number): boolean {
  let zeros = 0;
  for (let i = 0; i < count; i++) {
    const step = differences[i] / unit;
    const whole = step | 0;
    if (whole === step && whole >= -MAX_LOWEST && whole <= MAX_LOWEST) {
      steps[i] = whole;
      if (whole === 0) zeros++;
    } else {
      steps[i] = NO_STEP;
    }
  }
  if (zeros === count) return false;
  const known = sortSteps(sorted, steps, count);
  chooseWidth(dense, sorted, known, count);
  const bitmapBits = ((count + 7) >>> 3) * 8;
  let isDense = true;
  if (zeros * ZERO_BITS > bitmapBits + SPARSE_BITS) {
    dropZeros(known);
    chooseWidth(sparse, sorted, known - zeros, count - zeros);
    isDense = dense.bits <= sparse.bits + bitmapBits + SPARSE_BITS;
  }
  const choice = isDense ? dense : sparse;
  const hasExceptions = choice.exceptions > 0;
  sink.u8(choice.width | (isDense ? COLUMN_DENSE : 0) | (hasExceptions ? COLUMN_EXCEPTIONS : 0));
  if (!isDense) writeBitmap(sink, steps, count);
  sink.svarint(choice.lowest);
  const held = splitSteps(count, choice.width, choice.lowest, isDense);
  if (hasExceptions) writeExceptions(sink, differences, choice.exceptions, unit, choice.width, choice.lowest);
  packParts(sink, held, choice.width);
  return true;
}

/** Takes the zeros out of the first `count` sorted steps. */
function dropZeros(count: number): void {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const step = sorted[i];
    sorted[kept] = step;
    if (step !== 0) kept++;
  }
}

/** Lists what a column holds: the part of each step that is packed, and which are exceptions; gives how many it holds. */
function splitSteps(count: number, width: number, lowest: number, isDense: boolean): number {
  const ones = (1 << width) - 1;
  let held = 0;
  let found = 0;
  for (let i = 0; i < count; i++) {
    const step = steps[i];
    if (!isDense && step === 0) continue;
    // Unsigned: what is below the lowest is out of reach, too. NO_STEP is above every window.
    const above = (step - lowest) >>> 0;
    heldAt[held] = i;
    parts[held] = step === NO_STEP ? 0 : above & ones;
    if (above > ones) exceptions[found++] = held;
    held++;
  }
  return held;
}

function writeExceptions(
  sink: ByteSink,
  differences: Float64Array,
  count: number,
  unit: number,
  width: number,
  lowest: number,
): void {
  sink.varint(count);
  let last = -1;
  for (let e = 0; e < count; e++) {
    const place = exceptions[e];
    sink.varint(place - last - 1);
    last = place;
    const step = steps[heldAt[place]];
    if (step === NO_STEP) writeOddSize(sink, differences[heldAt[place]] - lowest * unit, unit * (1 << width));
    else writeSize(sink, (step - lowest) >> width, 1);
  }
}

/** The size of a difference that is no step, in steps of `whole` if it can be. */
function writeOddSize(sink: ByteSink, difference: number, whole: number): void {
  if (difference % whole === 0) writeSize(sink, difference / whole, 1);
  else writeSize(sink, difference, 0);
}

/** Bit 0: in units of 1, else in steps of 2^width; bit 1: the sign; five bits of size, and the rest as a varint. */
function writeSize(sink: ByteSink, value: number, isWhole: 0 | 1): void {
  const size = value < 0 ? -value - 1 : value;
  const first = (1 - isWhole) | (value < 0 ? 2 : 0) | ((size % 32) << 2);
  if (size < 32) sink.u8(first);
  else {
    sink.u8(first | 0x80);
    sink.varint(Math.floor(size / 32));
  }
}

/** Low bits first. */
function packParts(sink: ByteSink, count: number, width: number): void {
  const bytes = (count * width + 7) >>> 3;
  sink.ensure(bytes);
  const out = sink.bytes;
  let at = sink.length;
  let word = 0;
  let bits = 0;
  for (let i = 0; i < count; i++) {
    word |= parts[i] << bits;
    bits += width;
    if (bits >= 16) {
      out[at] = word;
      out[at + 1] = word >>> 8;
      at += 2;
      word >>>= 16;
      bits -= 16;
    }
  }
  if (bits > 0) out[at++] = word;
  if (bits > 8) out[at] = word >>> 8;
  sink.length += bytes;
}

/** One bit for each of the first `count` values: whether it is not zero. */
export function writeBitmap(sink: ByteSink, values: Int32Array, count: number): void {
  const bytes = (count + 7) >>> 3;
  sink.ensure(bytes);
  const out = sink.bytes;
  let at = sink.length;
  let byte = 0;
  for (let i = 0; i < count; i++) {
    byte |= (values[i] === 0 ? 0 : 1) << (i & 7);
    if ((i & 7) === 7) {
      out[at++] = byte;
      byte = 0;
    }
  }
  if ((count & 7) !== 0) out[at] = byte;
  sink.length += bytes;
}
