/**
 * Hot (bench question: fanout). Acknowledgements are read from the bytes of the TCP socket, before Node's streams, ws,
 * engine.io and Socket.IO take every message to pieces: that would cost as much again as writing the frame that is
 * acknowledged.
 */
import type { Socket as TcpSocket } from "node:net";
import { type AckListener, readAck } from "./ack-packet.ts";
import { isBetweenMessages, type Receiver } from "./engine-internals.ts";
import { streamBinding, type TcpHandle } from "./tcp-handle.ts";

/** RFC 6455, 5.2: a whole binary message; masked, as all that a client sends. */
const FIN_BINARY = 0x82;
const MASKED = 0x80;
const LENGTH_16 = 126;
const MASK_BYTES = 4;
/** Longer than an acknowledgement gets. */
const packet = Buffer.alloc(1024);

/** @returns how many of the first `end` bytes were acknowledgements: whole frames from the first byte on. */
export function readAckFrames<Reader>(
  bytes: Buffer,
  end: number,
  reader: Reader,
  listener: AckListener<Reader>,
): number {
  let read = 0;
  while (read + 2 + MASK_BYTES <= end && bytes[read] === FIN_BINARY) {
    let length = bytes[read + 1] - MASKED;
    let maskAt = read + 2;
    if (length === LENGTH_16) {
      length = bytes.readUInt16BE(maskAt);
      maskAt += 2;
    }
    const from = maskAt + MASK_BYTES;
    // 127 is a mark as well, of a length that none of ours has.
    if (length < 0 || length > packet.length || from + length > end || bytes[read + 1] === 0xff) return read;
    for (let i = 0; i < length; i++) packet[i] = bytes[from + i] ^ bytes[maskAt + (i & 3)];
    if (!readAck(packet, length, reader, listener)) return read;
    read = from + length;
  }
  return read;
}

/** What is read from sockets, by one after the other: nobody keeps any of it. */
const received = Buffer.allocUnsafeSlow(64 * 1024);

/** Whose acknowledgements a handle brings. */
interface Ear {
  readonly socket: TcpSocket;
  readonly receiver: Receiver;
  readonly onread: TcpHandle["onread"];
  readonly reader: unknown;
  readonly listener: AckListener<unknown>;
}

const EAR = Symbol("acknowledgements");
type HeardHandle = TcpHandle & { [EAR]?: Ear };

/**
 * Lets `listener` hear the acknowledgements of `reader`, instead of whoever heard them before; what is anything else goes
 * on as if it had been read without us.
 */
export function hearAckFrames<Reader>(
  handle: HeardHandle,
  socket: TcpSocket,
  receiver: Receiver,
  reader: Reader,
  listener: AckListener<Reader>,
): void {
  const onread = handle[EAR]?.onread ?? handle.onread;
  const isHeard = handle[EAR] !== undefined;
  handle[EAR] = { socket, receiver, onread, reader, listener: listener as AckListener<unknown> };
  if (isHeard) return;
  handle.onread = hear;
  // biome-ignore lint/correctness/useHookAtTopLevel: Node's, and none of React's.
  handle.useUserBuffer(received);
}

function hear(this: HeardHandle): void {
  const ear = this[EAR];
  if (ear === undefined || streamBinding === undefined) return;
  const { streamBaseState, kReadBytesOrError, kArrayBufferOffset } = streamBinding;
  const length = streamBaseState[kReadBytesOrError];
  // Zero and less: nothing, an end, an error.
  if (length <= 0) {
    ear.onread.call(this, undefined);
    return;
  }
  const isStart = ear.socket.readableLength === 0 && isBetweenMessages(ear.receiver);
  const read = isStart ? readAckFrames(received, length, ear.reader, ear.listener) : 0;
  if (read === length) return;
  const rest = new Uint8Array(received.subarray(read, length)).buffer;
  streamBaseState[kReadBytesOrError] = rest.byteLength;
  streamBaseState[kArrayBufferOffset] = 0;
  ear.onread.call(this, rest);
}
