/** The decoder's plain parts: snapshot rows and dictionary rows, each into scratch first. */
import { type ColumnSet, createColumns, FIELD_COUNT, isPriceField } from "../../domain/columns.ts";
import type { TokenTable } from "../../domain/instruments.ts";
import { ABSENT } from "../../domain/units.ts";
import { growRoomDay, type RoomTables } from "./capacity.ts";
import { MAX_LOT_UNIT, MAX_ROWS } from "./layout.ts";
import { source } from "./source.ts";
import { readRowSymbols, readTokenRows } from "./tokens.ts";

const MAX_INT32 = 0x7fff_ffff;
const PREVIOUS = ["prevClose", "prevOi", "prevVol"] as const;
let state: ColumnSet = createColumns(512);

/** The snapshot's columns in scratch; undefined when its contracts are not the table's. */
export function readSnapshotRows(tokens: TokenTable, rows: number): ColumnSet | undefined {
  if (rows !== tokens.length) return undefined;
  let token = 0;
  for (let row = 0; row < rows; row++) {
    token += source.svarint();
    if (token !== tokens.token[row]) return undefined;
  }
  if (state[0].length < rows) state = createColumns(rows + 64);
  const mask = source.u16();
  if (mask >>> FIELD_COUNT !== 0) source.fail("absurd", `field mask ${mask}`);
  for (let field = 0; field < FIELD_COUNT; field++) {
    const column = state[field];
    if ((mask & (1 << field)) === 0) {
      column.fill(ABSENT, 0, rows);
      continue;
    }
    const max = isPriceField(field) ? MAX_INT32 : Number.MAX_SAFE_INTEGER;
    const unit = source.varint();
    if (unit < 1 || unit > MAX_LOT_UNIT) source.fail("absurd", `unit ${unit}`);
    let counted = 0;
    for (let row = 0; row < rows; row++) {
      counted += source.svarint();
      const value = (counted - 1) * unit;
      if (counted < 0 || value > max) source.fail("absurd", `row ${row}, field ${field}: ${value}`);
      column[row] = counted === 0 ? ABSENT : value;
    }
  }
  return state;
}

/**
 * Appends the rows that the table lacks; those it has must be the same contracts, and take previous figures that are
 * known by now.
 * @param hasSymbols The rows are followed by their underlyings.
 * @returns The first row that is news, the table's length where none is; -1 when rows before these are missing, or known
 * rows differ.
 */
export function readDictionaryRows(room: RoomTables, hasSymbols: boolean): number {
  const from = source.varint();
  const count = source.varint();
  const to = from + count;
  if (to > MAX_ROWS) source.fail("absurd", `${to} rows`);
  const known = room.tokens.length;
  const read = readTokenRows(source, count, count);
  if (hasSymbols) read.symbol = readRowSymbols(source, count);
  if (source.pos !== source.end) source.fail("absurd", `${source.end - source.pos} bytes too many`);
  if (from > known) return -1;
  for (let row = from; row < Math.min(known, to); row++) {
    const i = row - from;
    const isSame =
      read.token[i] === room.tokens.token[row] &&
      read.type[i] === room.tokens.type[row] &&
      read.strike[i] === room.tokens.strike[row] &&
      read.symbol?.[i] === room.tokens.symbol?.[row];
    if (!isSame) return -1;
  }
  const news = learnPrevious(room.tokens, read, from, Math.min(known, to));
  if (to > known) append(room, read, from, to);
  return news;
}

/** What is known is never forgotten. @returns the first row that learned something; the table's length for none */
function learnPrevious(tokens: TokenTable, read: TokenTable, from: number, to: number): number {
  let news = tokens.length;
  for (let row = to - 1; row >= from; row--) {
    for (const name of PREVIOUS) {
      const value = read[name][row - from];
      if (value === ABSENT || value === tokens[name][row]) continue;
      tokens[name][row] = value;
      news = row;
    }
  }
  return news;
}

function append(room: RoomTables, read: TokenTable, from: number, to: number): void {
  growRoomDay(room, to);
  const tokens = room.tokens;
  if (read.symbol) tokens.symbol = [...(tokens.symbol ?? []), ...read.symbol.slice(tokens.length - from)];
  for (let row = tokens.length; row < to; row++) {
    const i = row - from;
    tokens.token[row] = read.token[i];
    tokens.type[row] = read.type[i];
    tokens.strike[row] = read.strike[i];
    tokens.lotSize[row] = read.lotSize[i];
    tokens.prevClose[row] = read.prevClose[i];
    tokens.prevOi[row] = read.prevOi[i];
    tokens.prevVol[row] = read.prevVol[i];
  }
  tokens.length = to;
}
