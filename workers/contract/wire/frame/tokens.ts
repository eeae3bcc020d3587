/** Rows of a token table as bytes: column by column, the same in dictionary frames and in room-day blobs. */
import { createTokenTable, INSTRUMENT_TYPES, type TokenTable } from "../../domain/instruments.ts";
import type { ByteSink, ByteSource } from "../varint.ts";

const MAX_INT32 = 0x7fff_ffff;
const MAX_UINT32 = 0xffff_ffff;
/** Exchanges write symbols in printable ASCII: 'M&M', 'BAJAJ-AUTO'. */
const SYMBOL = /^[!-~]{1,40}$/;

/** Values as the signed difference from the one before; the first from 0. */
export function writeGaps(sink: ByteSink, values: Uint32Array | Int32Array, from: number, to: number): void {
  let previous = 0;
  for (let row = from; row < to; row++) {
    sink.svarint(values[row] - previous);
    previous = values[row];
  }
}

/** Rows `from` to `to` of the token table, column by column. Previous figures are +1, so that absent is 0. */
export function writeTokenRows(sink: ByteSink, tokens: TokenTable, from: number, to: number): void {
  writeGaps(sink, tokens.token, from, to);
  for (let row = from; row < to; row++) sink.u8(tokens.type[row]);
  writeGaps(sink, tokens.strike, from, to);
  writeGaps(sink, tokens.lotSize, from, to);
  for (let row = from; row < to; row++) sink.varint(tokens.prevClose[row] + 1);
  for (let row = from; row < to; row++) sink.varint(tokens.prevOi[row] + 1);
  for (let row = from; row < to; row++) sink.varint(tokens.prevVol[row] + 1);
}

/** Reads `count` rows into a table with `capacity` rows. Fails through the source on values no table may hold. */
export function readTokenRows(source: ByteSource, count: number, capacity: number): TokenTable {
  const tokens = createTokenTable(capacity);
  readGaps(source, tokens.token, count, 0, MAX_UINT32);
  for (let row = 0; row < count; row++) {
    tokens.type[row] = source.u8();
    if (tokens.type[row] >= INSTRUMENT_TYPES.length) source.fail("absurd", `instrument type ${tokens.type[row]}`);
  }
  readGaps(source, tokens.strike, count, -1 - MAX_INT32, MAX_INT32);
  readGaps(source, tokens.lotSize, count, 0, MAX_INT32);
  for (let row = 0; row < count; row++) {
    const close = source.varint() - 1;
    if (close > MAX_INT32) source.fail("absurd", `previous close ${close}`);
    tokens.prevClose[row] = close;
  }
  for (let row = 0; row < count; row++) tokens.prevOi[row] = source.varint() - 1;
  for (let row = 0; row < count; row++) tokens.prevVol[row] = source.varint() - 1;
  tokens.length = count;
  return tokens;
}

/** The underlyings of rows, for rooms of many: a length byte and ASCII each. @throws RangeError on a name that is none */
export function writeRowSymbols(sink: ByteSink, symbols: readonly string[], from: number, to: number): void {
  for (let row = from; row < to; row++) {
    const symbol = symbols[row] ?? "";
    if (!SYMBOL.test(symbol)) throw new RangeError(`not a symbol: ${JSON.stringify(symbol)}`);
    sink.u8(symbol.length);
    for (let i = 0; i < symbol.length; i++) sink.u8(symbol.charCodeAt(i));
  }
}

export function readRowSymbols(source: ByteSource, count: number): string[] {
  const symbols: string[] = [];
  for (let row = 0; row < count; row++) {
    let symbol = "";
    for (let left = source.u8(); left > 0; left--) symbol += String.fromCharCode(source.u8());
    if (!SYMBOL.test(symbol)) source.fail("absurd", `symbol ${JSON.stringify(symbol)}`);
    symbols.push(symbol);
  }
  return symbols;
}

function readGaps(source: ByteSource, target: Uint32Array | Int32Array, count: number, min: number, max: number): void {
  let value = 0;
  for (let row = 0; row < count; row++) {
    value += source.svarint();
    if (value < min || value > max) source.fail("absurd", `value ${value} at row ${row}`);
    target[row] = value;
  }
}
