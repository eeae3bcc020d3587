/** WebSocket frames of a server: whole messages, neither masked nor compressed (RFC 6455, section 5.2). */

/** First byte: the last frame of its message, and what the message is. */
export const TEXT = 0x81;
export const BINARY = 0x82;

const MAX_SHORT = 125;
const LENGTH_IN_2_BYTES = 126;
const LENGTH_IN_8_BYTES = 127;
const MAX_2_BYTES = 0xffff;

/**
 * The bytes of a frame, made once for any number of connections.
 * @param payload in parts, one after another
 * @param length bytes of all parts
 */
export function frameOf(kind: typeof TEXT | typeof BINARY, payload: readonly Uint8Array[], length: number): Buffer {
  const start = length <= MAX_SHORT ? 2 : length <= MAX_2_BYTES ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = kind;
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = LENGTH_IN_2_BYTES;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_IN_8_BYTES;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  let at = start;
  for (const part of payload) {
    frame.set(part, at);
    at += part.length;
  }
  return frame;
}
