/**
 * MessagePack (https://github.com/msgpack/msgpack/blob/master/spec.md), as much of it as JSON and bytes need: nil, booleans,
 * numbers, text, bin, arrays, and maps with text keys. It is a quarter of a whole library, because each worker that talks to
 * the server loads it. Extension types are refused.
 *
 * A reader trusts nothing: lengths are checked against the bytes that are there before anything is made of them.
 */

/** Levels of arrays and maps; deeper values are refused on both sides. */
const MAX_DEPTH = 32;
const TWO_32 = 2 ** 32;

const NIL = 0xc0;
const FALSE = 0xc2;
const TRUE = 0xc3;
const FLOAT_32 = 0xca;
const FLOAT_64 = 0xcb;
/** The first of three, or four, types that differ in the width of their length or value: 8 or 16 bits, and up. */
const BIN = 0xc4;
const UINT = 0xcc;
const INT = 0xd0;
const TEXT = 0xd9;
const ARRAY = 0xdc;
const MAP = 0xde;
const FIX_TEXT = 0xa0;
const FIX_ARRAY = 0x90;
const FIX_MAP = 0x80;
const NEGATIVE = 0xe0;

const textEncoder = new TextEncoder();
const textDecoder = new TextDecoder("utf-8", { fatal: true });

/** One buffer for all that is packed: what is given away is a copy. */
let bytes = new Uint8Array(4096);
let view = new DataView(bytes.buffer);
let length = 0;

/**
 * The bytes of a value. Members that are undefined are left out of maps, and are nil in arrays, as in JSON.
 * @throws TypeError on what is neither JSON nor a Uint8Array; RangeError on more than 32 levels.
 */
export function pack(value: unknown): Uint8Array {
  length = 0;
  write(value, 0);
  return bytes.slice(0, length);
}

function write(value: unknown, depth: number): void {
  if (depth > MAX_DEPTH) throw new RangeError("msgpack: nested too deeply");
  if (value === undefined || value === null) byte(NIL);
  else if (typeof value === "boolean") byte(value ? TRUE : FALSE);
  else if (typeof value === "number") writeNumber(value);
  else if (typeof value === "string") writeText(value);
  else if (value instanceof Uint8Array) {
    head(BIN, value.length, 0);
    raw(value);
  } else if (Array.isArray(value)) {
    if (value.length < 16) byte(FIX_ARRAY | value.length);
    else head(ARRAY, value.length, 1);
    for (const item of value) write(item, depth + 1);
  } else if (typeof value === "object") writeMap(value, depth);
  else throw new TypeError(`msgpack: cannot pack a ${typeof value}`);
}

function writeMap(value: object, depth: number): void {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length < 16) byte(FIX_MAP | members.length);
  else head(MAP, members.length, 1);
  for (const [key, member] of members) {
    writeText(key);
    write(member, depth + 1);
  }
}

function writeNumber(value: number): void {
  const isInt = Number.isInteger(value) && value < TWO_32 && value >= -TWO_32 / 2;
  if (!isInt) {
    byte(FLOAT_64); // also whole numbers beyond 32 bits: it holds all that a number can be
    room(8);
    view.setFloat64(length, value);
    length += 8;
  } else if (value >= -32 && value < 128) byte(value & 0xff);
  else if (value >= 0) head(UINT, value, 0);
  else {
    byte(INT + 2);
    room(4);
    view.setInt32(length, value);
    length += 4;
  }
}

function writeText(text: string): void {
  const encoded = textEncoder.encode(text);
  if (encoded.length < 32) byte(FIX_TEXT | encoded.length);
  else head(TEXT, encoded.length, 0);
  raw(encoded);
}

/** @param narrowest width of the first of the types: 0 is 8 bits, 1 is 16. */
function head(first: number, value: number, narrowest: 0 | 1): void {
  const width = value < 256 && narrowest === 0 ? 0 : value < 65_536 ? 1 : 2;
  byte(first + width - narrowest);
  room(4);
  if (width === 0) bytes[length] = value;
  else if (width === 1) view.setUint16(length, value);
  else view.setUint32(length, value);
  length += 1 << width;
}

function byte(value: number): void {
  room(1);
  bytes[length++] = value;
}

function raw(source: Uint8Array): void {
  room(source.length);
  bytes.set(source, length);
  length += source.length;
}

function room(count: number): void {
  if (length + count <= bytes.length) return;
  const grown = new Uint8Array(Math.max(bytes.length * 2, length + count));
  grown.set(bytes.subarray(0, length));
  bytes = grown;
  view = new DataView(grown.buffer);
}

/**
 * The values that stand one after another in `input`; at least one. Bytes among them are views of `input`.
 * @throws Error with a short reason on anything else.
 */
export function unpackAll(input: Uint8Array): unknown[] {
  const reader = new Reader(input);
  const values: unknown[] = [];
  do values.push(reader.value(0));
  while (reader.isMore);
  return values;
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(input: Uint8Array) {
    this.#bytes = input;
    this.#view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  }

  get isMore(): boolean {
    return this.#at < this.#bytes.length;
  }

  value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new Error("msgpack: nested too deeply");
    const type = this.#uint(0);
    if (type < FIX_MAP) return type;
    if (type >= NEGATIVE) return type - 256;
    if (type < FIX_ARRAY) return this.#map(type & 15, depth);
    if (type < FIX_TEXT) return this.#array(type & 15, depth);
    if (type < NIL) return this.#text(type & 31);
    switch (type) {
      case NIL:
        return null;
      case FALSE:
        return false;
      case TRUE:
        return true;
      case BIN:
      case BIN + 1:
      case BIN + 2:
        return this.#slice(this.#uint(type - BIN));
      case FLOAT_32:
        return this.#view.getFloat32(this.#step(4));
      case FLOAT_64:
        return this.#view.getFloat64(this.#step(8));
      case UINT:
      case UINT + 1:
      case UINT + 2:
        return this.#uint(type - UINT);
      case UINT + 3:
        return this.#uint(2) * TWO_32 + this.#uint(2);
      case INT:
        return this.#view.getInt8(this.#step(1));
      case INT + 1:
        return this.#view.getInt16(this.#step(2));
      case INT + 2:
        return this.#view.getInt32(this.#step(4));
      case INT + 3:
        return this.#view.getInt32(this.#step(4)) * TWO_32 + this.#uint(2);
      case TEXT:
      case TEXT + 1:
      case TEXT + 2:
        return this.#text(this.#uint(type - TEXT));
      case ARRAY:
      case ARRAY + 1:
        return this.#array(this.#uint(type - ARRAY + 1), depth);
      case MAP:
      case MAP + 1:
        return this.#map(this.#uint(type - MAP + 1), depth);
      default:
        throw new Error(`msgpack: type ${type} is none of JSON's, nor bytes`);
    }
  }

  /** @param width 0, 1, 2: 8, 16, 32 bits. */
  #uint(width: number): number {
    const at = this.#step(1 << width);
    return width === 0 ? this.#bytes[at] : width === 1 ? this.#view.getUint16(at) : this.#view.getUint32(at);
  }

  /** Steps over `count` bytes and gives where they began. */
  #step(count: number): number {
    const at = this.#at;
    if (count > this.#bytes.length - at) throw new Error("msgpack: cut short");
    this.#at = at + count;
    return at;
  }

  #slice(count: number): Uint8Array {
    const at = this.#step(count);
    return this.#bytes.subarray(at, at + count);
  }

  #text(count: number): string {
    return textDecoder.decode(this.#slice(count));
  }

  #array(count: number, depth: number): unknown[] {
    this.#expect(count);
    return Array.from({ length: count }, () => this.value(depth + 1));
  }

  #map(count: number, depth: number): Record<string, unknown> {
    this.#expect(count);
    const members: [string, unknown][] = [];
    for (let i = 0; i < count; i++) {
      const key = this.value(MAX_DEPTH);
      if (typeof key !== "string") throw new Error("msgpack: a key is no text");
      members.push([key, this.value(depth + 1)]);
    }
    return Object.fromEntries(members); // '__proto__' is a member like any other here
  }

  /** Each item takes a byte at least. */
  #expect(count: number): void {
    if (count > this.#bytes.length - this.#at) throw new Error("msgpack: cut short");
  }
}
