/** A message as it stands on the wire of a WebSocket (RFC 6455, section 5.2), made once for any number of connections. */

const FINAL = 0x80;
const TEXT = 0x1;
const BINARY = 0x2;
/** Lengths up to 125 stand in the header's second byte, which otherwise says how wide the length after it is. */
const MAX_SHORT = 125;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;

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
