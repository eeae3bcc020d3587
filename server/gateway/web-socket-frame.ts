/** The frames of RFC 6455 that a server sends. */
const FIN_TEXT = 0x81;
const FIN_BINARY = 0x82;
/** Engine.IO's packet type 'message' as a text packet writes it; a binary packet has none. */
const MESSAGE = "4";

/** The unmasked frame (5.2) of one Engine.IO message: header and payload in one piece. */
export function frameOnce(data: string | Uint8Array): Buffer {
  const payload = typeof data === "string" ? Buffer.from(MESSAGE + data) : data;
  const length = payload.length;
  const headerBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(headerBytes + length);
  frame[0] = typeof data === "string" ? FIN_TEXT : FIN_BINARY;
  if (headerBytes === 2) frame[1] = length;
  else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.set(payload, headerBytes);
  return frame;
}
