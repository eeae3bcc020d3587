/** The encoder's plain parts: header, snapshot rows, dictionary rows. */
import { type Column, type ColumnSet, FIELD_COUNT, isPriceField, VWAP } from "../../domain/columns.ts";
import { EQ, type TokenTable } from "../../domain/instruments.ts";
import { ABSENT } from "../../domain/units.ts";
import type { ByteSink } from "../varint.ts";
import { FRAME_VERSION } from "../version.ts";
import { type FrameKind, MAX_LOT_UNIT, PRICE_UNITS } from "./layout.ts";
import { writeGaps } from "./tokens.ts";

/** Starts a frame in an emptied sink. @throws RangeError on an epoch, number or time that does not fit. */
export function writeHeader(
  sink: ByteSink,
  kind: FrameKind,
  flags: number,
  epoch: number,
  seq: number,
  time: number,
): void {
  if (!Number.isInteger(epoch) || epoch < 0 || epoch > 0xffff) throw new RangeError(`epoch ${epoch} is not a u16`);
  if (!Number.isInteger(seq) || seq < 0 || seq > 0xffff_ffff) throw new RangeError(`seq ${seq} is not a u32`);
  sink.reset();
  sink.u8(FRAME_VERSION);
  sink.u8(kind);
  sink.u16(flags);
  sink.u16(epoch);
  sink.u32(seq);
  sink.varint(time);
}

/** In what the values of a room count. */
export interface Units {
  /** Scaled units in a step of price. */
  readonly price: number;
  /** Units in a step of quantity. */
  readonly lot: number;
}

/** The tick, and the lot that most contracts of the room have. */
export function roomUnits(tokens: TokenTable, tick: number): Units {
  const counts = new Map<number, number>();
  let lot = 1;
  for (let row = 0; row < tokens.length; row++) {
    const size = tokens.lotSize[row];
    if (tokens.type[row] === EQ || size < 1 || size > MAX_LOT_UNIT) continue;
    counts.set(size, (counts.get(size) ?? 0) + 1);
    if ((counts.get(size) ?? 0) > (counts.get(lot) ?? 0)) lot = size;
  }
  return { price: PRICE_UNITS.includes(tick) ? tick : 1, lot };
}

export const unitOf = (field: number, units: Units): number =>
  field === VWAP ? 1 : isPriceField(field) ? units.price : units.lot;

export function writeUnits(sink: ByteSink, units: Units): void {
  sink.u8(PRICE_UNITS.indexOf(units.price));
  sink.varint(units.lot);
}

/**
 * Row count, tokens as gaps, mask of columns that hold anything, then each column: its unit (1 where a value is off
 * the grid), and its values +1 in the order of the rows, each against the row before; absent is 0.
 */
export function writeSnapshotRows(
  sink: ByteSink,
  tokens: TokenTable,
  rows: number,
  columns: ColumnSet,
  units: Units,
): void {
  sink.varint(rows);
  writeGaps(sink, tokens.token, 0, rows);
  let mask = 0;
  for (let field = 0; field < FIELD_COUNT; field++) if (hasAny(columns[field], rows)) mask |= 1 << field;
  sink.u16(mask);
  for (let field = 0; field < FIELD_COUNT; field++) {
    if ((mask & (1 << field)) === 0) continue;
    const column = columns[field];
    const unit = isOnGrid(column, rows, unitOf(field, units)) ? unitOf(field, units) : 1;
    sink.varint(unit);
    let previous = 0;
    for (let row = 0; row < rows; row++) {
      const counted = column[row] === ABSENT ? 0 : column[row] / unit + 1;
      sink.svarint(counted - previous);
      previous = counted;
    }
  }
}

function isOnGrid(column: Column, rows: number, unit: number): boolean {
  for (let row = 0; row < rows; row++) if (column[row] !== ABSENT && column[row] % unit !== 0) return false;
  return true;
}

function hasAny(column: Column, rows: number): boolean {
  for (let row = 0; row < rows; row++) if (column[row] !== ABSENT) return true;
  return false;
}
