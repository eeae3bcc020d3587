/**
 * Hot (bench/decode). Bytes in order: a growing sink to write to, and a bounds-checked source to read from.
 *
 * A varint is little-endian base 128, at most eight bytes, exact to 2^53. A signed varint is its zigzag form (0, -1,
 * 1, -2, ...): bit 0 of the first byte is the sign. Both have a fast path in 32-bit arithmetic and go on in Float64
 * above it, because expiry-day volumes pass 2^31.
 */

/** Bytes that may be read past the end of a source without leaving its buffer: decoders check once, then read on. */
const PADDING = 64;
const MAX_VARINT_BYTES = 8;

export class ByteSink {
  bytes: Uint8Array = new Uint8Array(4096);
  view: DataView = new DataView(this.bytes.buffer);
  length = 0;

  reset(): void {
    this.length = 0;
  }

  /** Makes room for `count` more bytes. */
  ensure(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }

  u8(value: number): void {
    this.ensure(1);
    this.bytes[this.length++] = value;
  }

  u16(value: number): void {
    this.ensure(2);
    this.view.setUint16(this.length, value, true);
    this.length += 2;
  }

  u32(value: number): void {
    this.ensure(4);
    this.view.setUint32(this.length, value, true);
    this.length += 4;
  }

  /** Appends `source` as it is. */
  raw(source: Uint8Array): void {
    this.ensure(source.length);
    this.bytes.set(source, this.length);
    this.length += source.length;
  }

  /** @throws RangeError unless `value` is a whole number from 0 to 2^53 - 1. */
  varint(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a varint: ${value}`);
    this.ensure(MAX_VARINT_BYTES);
    const bytes = this.bytes;
    let at = this.length;
    let rest = value;
    while (rest >= 0x8000_0000) {
      bytes[at++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 0x80) {
      bytes[at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[at++] = rest;
    this.length = at;
  }

  /** @throws RangeError unless `value` is a whole number from -2^53 + 1 to 2^53 - 1. */
  svarint(value: number): void {
    if (value >= -0x4000_0000 && value < 0x4000_0000 && (value | 0) === value) {
      this.varint(((value << 1) ^ (value >> 31)) >>> 0);
      return;
    }
    if (!Number.isSafeInteger(value)) throw new RangeError(`not a signed varint: ${value}`);
    // 2 x value passes 2^53, so the sign travels apart: the first byte is six bits of magnitude and the sign.
    const magnitude = value < 0 ? -value - 1 : value;
    this.u8(0x80 | ((magnitude % 64) << 1) | (value < 0 ? 1 : 0));
    this.varint(Math.floor(magnitude / 64));
  }

  /** A copy of what was written. */
  take(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}

/** Called on bytes that end too early or make no sense. Throws. */
export type FailRead = (reason: "truncated" | "absurd", message: string) => never;

/**
 * Reads one input after another from a buffer of its own: the copy costs little, keeps the reads monomorphic (Buffer,
 * Uint8Array and views of either arrive here), and leaves padding, so that a read past the end stays in the buffer.
 */
export class ByteSource {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly fail: FailRead;
  pos = 0;
  end = 0;

  /** @param capacity Length of the longest input. */
  constructor(capacity: number, fail: FailRead) {
    this.bytes = new Uint8Array(capacity + PADDING);
    this.view = new DataView(this.bytes.buffer);
    this.fail = fail;
  }

  load(input: Uint8Array): void {
    if (input.length + PADDING > this.bytes.length) this.fail("absurd", `${input.length} bytes`);
    this.bytes.set(input);
    this.pos = 0;
    this.end = input.length;
  }

  /** Steps over `count` bytes and gives where they began. */
  skip(count: number): number {
    const at = this.pos;
    if (count > this.end - at) this.fail("truncated", `${count} bytes wanted at ${at} of ${this.end}`);
    this.pos = at + count;
    return at;
  }

  u8(): number {
    return this.bytes[this.skip(1)];
  }

  u16(): number {
    return this.view.getUint16(this.skip(2), true);
  }

  u32(): number {
    return this.view.getUint32(this.skip(4), true);
  }

  varint(): number {
    const bytes = this.bytes;
    const start = this.pos;
    let at = start;
    let byte = bytes[at++];
    let value = byte & 0x7f;
    if (byte >= 0x80) {
      byte = bytes[at++];
      value |= (byte & 0x7f) << 7;
      if (byte >= 0x80) {
        byte = bytes[at++];
        value |= (byte & 0x7f) << 14;
        if (byte >= 0x80) {
          byte = bytes[at++];
          value |= (byte & 0x7f) << 21;
          let scale = 0x1000_0000;
          while (byte >= 0x80 && at - start < MAX_VARINT_BYTES) {
            byte = bytes[at++];
            value += (byte & 0x7f) * scale;
            scale *= 128;
          }
        }
      }
    }
    if (at > this.end) this.fail("truncated", `varint at ${start} runs past ${this.end}`);
    if (byte >= 0x80 || value > Number.MAX_SAFE_INTEGER) this.fail("absurd", `varint at ${start} passes 2^53`);
    this.pos = at;
    return value;
  }

  svarint(): number {
    const first = this.bytes[this.pos];
    if (first < 0x80) {
      if (this.pos >= this.end) this.fail("truncated", `varint at ${this.pos} runs past ${this.end}`);
      this.pos++;
      return (first >>> 1) ^ -(first & 1);
    }
    const start = this.pos++;
    const magnitude = this.varint() * 64 + ((first >>> 1) & 63);
    if (magnitude > Number.MAX_SAFE_INTEGER) this.fail("absurd", `varint at ${start} passes 2^53`);
    return (first & 1) === 0 ? magnitude : -magnitude - 1;
  }
}
