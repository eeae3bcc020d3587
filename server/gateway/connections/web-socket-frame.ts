/** A WebSocket message as it travels from a server (RFC 6455, 5.2): one frame, not masked. Made once for any number of clients. */

const LAST = 0x80;
const TEXT = 1;
const BINARY = 2;
/** Lengths from here on take two bytes, and eight. */
const MEDIUM = 126;
const LONG = 0x1_0000;

export const textFrame = (text: string): Buffer => frameOf(TEXT, [Buffer.from(text)]);
/** @param parts of one message, in order */
export const binaryFrame = (parts: readonly Uint8Array[]): Buffer => frameOf(BINARY, parts);

function frameOf(kind: number, parts: readonly Uint8Array[]): Buffer {
  let length = 0;
  for (const part of parts) length += part.length;
  let at = length < MEDIUM ? 2 : length < LONG ? 4 : 10;
  const frame = Buffer.allocUnsafe(at + length);
  frame[0] = LAST | kind;
  if (length < MEDIUM) frame[1] = length;
  else if (length < LONG) {
    frame[1] = MEDIUM;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = MEDIUM + 1;
    frame.writeUInt32BE(0, 2);
    frame.writeUInt32BE(length, 6);
  }
  for (const part of parts) {
    frame.set(part, at);
    at += part.length;
  }
  return frame;
}
