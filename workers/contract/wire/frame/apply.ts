/**
 * Hot (bench/decode). Adds a delta's packed columns to a column set, in place and in one pass.
 *
 * What does not fit a column's width is added first, then its packed steps (add.ts). Nothing is staged: when a
 * frame turns out malformed half way, the same bytes are walked again with negated units up to the point reached, which
 * takes back exactly what was added.
 */
import {
  type Column,
  type ColumnSet,
  FIELD_COUNT,
  FIELDS,
  HIGH,
  isPriceField,
  LOW,
  VWAP,
} from "../../domain/columns.ts";
import { ABSENT } from "../../domain/units.ts";
import { addPrices, addQuantities } from "./add.ts";
import { moveExtremes, putExtremesBack } from "./extremes.ts";
import {
  COLUMN_DENSE,
  COLUMN_EXCEPTIONS,
  EXTREMES_FOLLOW,
  FrameError,
  MAX_LOWEST,
  MAX_WIDTH,
  WIDTH_BITS,
} from "./layout.ts";
import { HELD_AT, rowList as listed, readHeldBitmap } from "./rows.ts";
import { source } from "./source.ts";

const LOWEST_INT32 = -0x8000_0000;
/** Fields whose columns are quantities, as a mask. */
const QUANTITIES = FIELDS.reduce((mask, _, field) => (isPriceField(field) ? mask : mask | (1 << field)), 0);
/** Bounds of an exception and of what it leads to: within them every sum is exact, so that it can be taken back. */
const PRICE_LIMIT = 2 ** 33;
const QUANTITY_LIMIT = 2 ** 53 - 2 ** 41;

/**
 * The scratch and the loops in one closure: an optimising compiler takes constants of a closure that exists once as
 * constants of the machine code (addresses included). Module-level constants become variables in a bundle, and cost
 * a third of the speed.
 */
function createApplier() {
  const bytes = source.bytes;
  const rowList = listed;

  // How far the walk came: the field, and how many of its exceptions and of its packed values were added.
  let fieldAt = 0;
  let exceptionsAt = 0;
  let packedAt = 0;

  /**
   * Reads the field mask and every column, and adds them to the first `count` listed rows.
   * @returns The mask of fields that may have changed.
   * @throws FrameError, with the columns as they were.
   */
  function addColumns(columns: ColumnSet, count: number, priceUnit: number, lotUnit: number): number {
    const start = source.pos;
    fieldAt = 0;
    exceptionsAt = 0;
    packedAt = 0;
    try {
      const mask = walkColumns(columns, count, priceUnit, lotUnit, 1, FIELD_COUNT);
      fieldAt = FIELD_COUNT;
      return (mask & EXTREMES_FOLLOW) === 0 ? mask : (mask ^ EXTREMES_FOLLOW) | (1 << HIGH) | (1 << LOW);
    } catch (error) {
      takeBack(columns, count, priceUnit, lotUnit, start);
      throw error;
    }
  }

  /** Takes back what {@link addColumns} added, as far as it came; `start` is where it began to read. */
  function takeBack(columns: ColumnSet, count: number, priceUnit: number, lotUnit: number, start: number): void {
    source.pos = start;
    if (fieldAt + exceptionsAt + packedAt === 0) return;
    const mask = walkColumns(columns, count, priceUnit, lotUnit, -1, fieldAt);
    if (fieldAt >= VWAP && (mask & EXTREMES_FOLLOW) !== 0) putExtremesBack(columns);
  }

  /**
   * Walks the columns; with `sign` -1, those before field `stop`, and of that one as much as was added. A column's head
   * is read here and not in a function of its own: a call with so many arguments for each costs a twentieth of the time.
   */
  function walkColumns(
    columns: ColumnSet,
    count: number,
    priceUnit: number,
    lotUnit: number,
    sign: 1 | -1,
    stop: number,
  ): number {
    const mask = source.u16();
    if (mask > MAX_MASK) source.fail("absurd", `field mask ${mask}`);
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (field === VWAP && mask >= EXTREMES_FOLLOW && sign === 1) {
        fieldAt = VWAP;
        exceptionsAt = 0;
        packedAt = 0;
        moveExtremes(columns, count);
      }
      if (((mask >>> field) & 1) === 0) continue;
      if (field > stop || (field === stop && exceptionsAt + packedAt === 0)) break;
      if (sign === 1) {
        fieldAt = field;
        exceptionsAt = 0;
        packedAt = 0;
      }
      const isPrice = ((QUANTITIES >>> field) & 1) === 0;
      const unit = isPrice ? (field === VWAP ? 1 : priceUnit) : lotUnit;
      const column = columns[field];
      const isStop = field === stop;
      let at = source.pos;
      const descriptor = bytes[at];
      at = (at + 1) | 0;
      const width = descriptor & WIDTH_BITS;
      if (width > MAX_WIDTH || descriptor > (COLUMN_DENSE | COLUMN_EXCEPTIONS | WIDTH_BITS)) {
        source.fail("absurd", `column of kind ${descriptor}`);
      }
      let from = 0;
      let held = count;
      if ((descriptor & COLUMN_DENSE) === 0) {
        source.pos = at;
        from = HELD_AT;
        held = readHeldBitmap(count);
        at = source.pos;
      }
      let lowest = bytes[at];
      if (lowest < 0x80) {
        lowest = (lowest >>> 1) ^ -(lowest & 1);
        at = (at + 1) | 0;
      } else {
        source.pos = at;
        lowest = source.svarint();
        at = source.pos;
        if (lowest < -MAX_LOWEST || lowest > MAX_LOWEST) source.fail("absurd", `lowest step ${lowest}`);
      }
      if ((descriptor & COLUMN_EXCEPTIONS) !== 0) {
        source.pos = at;
        addExceptions(column, from, held, width, unit, sign, isStop, isPrice ? PRICE_LIMIT : QUANTITY_LIMIT);
        at = source.pos;
      }
      if (isStop && packedAt === 0) break;
      source.pos = (at + ((held * width + 7) >>> 3)) | 0;
      if (source.pos > source.end) source.fail("truncated", `field ${field} runs past the frame`);
      const end = isStop ? packedAt : held;
      const signed = sign === 1 ? unit : -unit;
      const done = isPrice
        ? addPrices(column as Int32Array, from, end, at, width, lowest, signed, sign === 1 ? ABSENT : LOWEST_INT32)
        : addQuantities(
            column as Float64Array,
            from,
            end,
            at,
            width,
            lowest,
            signed,
            sign === 1 ? ABSENT : Number.NEGATIVE_INFINITY,
          );
      if (sign === 1) packedAt = done;
      if (done < end) throw new FrameError("range", `entry ${done} of field ${field}`);
    }
    return mask;
  }

  /**
   * What does not fit the width of its column: how many, then each one's place (a gap), and its size. Bit 0 of the size:
   * in units of 1, else in steps of 2^width; bit 1: the sign.
   */
  function addExceptions(
    column: Column,
    from: number,
    held: number,
    width: number,
    unit: number,
    sign: 1 | -1,
    isStop: boolean,
    limit: number,
  ): void {
    const total = source.varint();
    const adds = isStop ? exceptionsAt : total;
    let place = -1;
    let at = source.pos;
    for (let i = 0; i < adds; i++) {
      if (at + 2 > source.end) source.fail("truncated", `exception ${i} of ${total}`);
      let gap = bytes[at++];
      if (gap >= 0x80) {
        source.pos = at - 1;
        gap = source.varint();
        at = source.pos;
      }
      place += gap + 1;
      if (place >= held) source.fail("absurd", `exception at ${place} of ${held}`);
      const head = bytes[at++];
      // The sign without a branch (~size is -size - 1): nobody can predict it.
      let size = ((head >>> 2) & 0x1f) ^ -((head >>> 1) & 1);
      if (head >= 0x80) {
        source.pos = at;
        size = ((head >>> 2) & 0x1f) + source.varint() * 32;
        if ((head & 2) !== 0) size = -size - 1;
        at = source.pos;
      }
      const change = (head & 1) !== 0 ? size : size * unit * (1 << width);
      const row = rowList[from + place];
      const value = column[row] + change * sign;
      if (sign === 1 && !(Math.abs(change) <= limit && Math.abs(value) <= limit)) {
        throw new FrameError("range", `an exception of ${change}`);
      }
      column[row] = value;
      if (sign === 1) exceptionsAt = i + 1;
    }
    if (at > source.end) source.fail("truncated", "exceptions run past the frame");
    source.pos = at;
  }

  return { addColumns, takeBack };
}

const MAX_MASK = EXTREMES_FOLLOW * 2 - 1;

export const { addColumns, takeBack } = createApplier();
