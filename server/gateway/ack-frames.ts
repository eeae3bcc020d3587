/**
 * Hot (bench question: fanout). Acknowledgements are read from the bytes of the TCP socket, before ws, engine.io and
 * Socket.IO take every message to pieces: that would cost as much again as writing the frame that is acknowledged.
 */
import { type AckListener, readAck } from "./ack-packet.ts";
import { isBetweenMessages, type Receiver } from "./engine-internals.ts";

/** RFC 6455, 5.2: a whole binary message; masked, as all that a client sends. */
const FIN_BINARY = 0x82;
const MASKED = 0x80;
const LENGTH_16 = 126;
const MASK_BYTES = 4;
/** Longer than an acknowledgement gets. */
const packet = Buffer.alloc(1024);

/** @returns the bytes of `chunk` that were acknowledgements: whole frames from its first byte on. */
export function readAckFrames(chunk: Buffer, listener: AckListener): number {
  let read = 0;
  while (read + 2 + MASK_BYTES <= chunk.length && chunk[read] === FIN_BINARY) {
    let length = chunk[read + 1] - MASKED;
    let maskAt = read + 2;
    if (length === LENGTH_16) {
      length = chunk.readUInt16BE(maskAt);
      maskAt += 2;
    }
    const from = maskAt + MASK_BYTES;
    // 127 is a mark as well, of a length that none of ours has.
    if (length < 0 || length > packet.length || from + length > chunk.length || chunk[read + 1] === 0xff) return read;
    for (let i = 0; i < length; i++) packet[i] = chunk[from + i] ^ chunk[maskAt + (i & 3)];
    if (!readAck(packet, length, listener)) return read;
    read = from + length;
  }
  return read;
}

/** Lets `current` hear the acknowledgements; what is anything else goes on to `receiver`. */
export function hearAckFrames(receiver: Receiver, current: () => AckListener): void {
  const write = receiver.write.bind(receiver);
  receiver.write = (chunk) => {
    const read = isBetweenMessages(receiver) ? readAckFrames(chunk, current()) : 0;
    return read === chunk.length || write(read === 0 ? chunk : chunk.subarray(read));
  };
}
