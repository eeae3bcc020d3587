/**
 * Hot (bench question: fanout). Messages as they stand on the wire of a WebSocket (RFC 6455, section 5.2): those that go out,
 * made once for any number of connections, and short ones that come in.
 */

const FINAL = 0x80;
const TEXT = 0x1;
const BINARY = 0x2;
/** Lengths up to 125 stand in the header's second byte, which otherwise says how wide the length after it is. */
const MAX_SHORT = 125;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;
const MASKED = 0x80;
const MASK_BYTES = 4;
/** Of a client's frame up to MAX_SHORT bytes long. */
const SHORT_HEADER_BYTES = 2 + MASK_BYTES;

/** What `missingAfter` gives once it has lost count. */
const LOST = -1;

/**
 * One unfragmented frame of a server, and so without a mask.
 *
 * @param parts the bytes of the message, in order
 */
export function frameOf(parts: readonly Buffer[], isBinary: boolean): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const opcode = FINAL | (isBinary ? BINARY : TEXT);
  return Buffer.concat([headerOf(opcode, length), ...parts]);
}

function headerOf(opcode: number, length: number): Buffer {
  if (length <= MAX_SHORT) return Buffer.from([opcode, length]);
  if (length <= 0xffff) {
    const header = Buffer.from([opcode, TWO_BYTES, 0, 0]);
    header.writeUInt16BE(length, 2);
    return header;
  }
  const header = Buffer.alloc(10);
  header[0] = opcode;
  header[1] = EIGHT_BYTES;
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}

/**
 * Reads a client's piece of a stream that is one frame, whole and alone.
 *
 * @param message is filled where that frame holds a binary message of just its length, at most MAX_SHORT
 * @returns whether it does
 */
export function readAlone(piece: Uint8Array, message: Uint8Array): boolean {
  const { length } = message;
  if (piece.length !== SHORT_HEADER_BYTES + length || piece[0] !== (FINAL | BINARY) || piece[1] !== (MASKED | length)) {
    return false;
  }
  for (let i = 0; i < length; i++) message[i] = piece[SHORT_HEADER_BYTES + i]! ^ piece[2 + (i % MASK_BYTES)]!;
  return true;
}

/**
 * @param missing how many bytes the frame under way still lacked before a client's next piece of the stream
 * @returns how many the one under way lacks after it: none where a frame begins next, -1 for good once a length was cut in two
 */
export function missingAfter(missing: number, piece: Uint8Array): number {
  if (missing === LOST) return LOST;
  let at = missing;
  while (at < piece.length) {
    const mask = piece[at + 1] ?? 0;
    const short = mask & ~MASKED;
    const wide = short === TWO_BYTES ? 2 : short === EIGHT_BYTES ? 8 : 0;
    const body = at + 2 + wide;
    if (body > piece.length) return LOST;
    let length = wide === 0 ? short : 0;
    for (let i = at + 2; i < body; i++) length = length * 256 + piece[i]!;
    at = body + ((mask & MASKED) === 0 ? 0 : MASK_BYTES) + length;
  }
  return at - piece.length;
}
