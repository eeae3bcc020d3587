/**
 * The Socket.IO parser of the `/live` path: a WebSocket message holds one or more packets, one after another. The server
 * puts everything that it has to say to a connection in one turn of its event loop into one message.
 *
 * A packet is a msgpack array [type, nsp, data, id?] (types as in the Socket.IO protocol 5; events that carry binary are
 * plain EVENTs here). A broadcast is encoded once for sockets that joined at different times, so no packet leans on an
 * earlier one. Bytes travel as msgpack bin and arrive as a view of the received frame, without a
 * copy. Pass `{ Encoder, Decoder }` as `parser` to server and client alike; a stock client is refused at its first
 * packet, because it speaks text.
 */
import { LiveEmitter } from "./live-parser-emitter.ts";
import { pack, unpackAll } from "./msgpack.ts";

/** Socket.IO's packet types, protocol 5. */
export const CONNECT = 0;
export const DISCONNECT = 1;
export const EVENT = 2;
export const ACK = 3;
const CONNECT_ERROR = 4;

export interface LivePacket {
  readonly type: number;
  readonly nsp: string;
  readonly data?: unknown;
  readonly id?: number;
}

/** A message from a client is small (rooms, acks, the handshake); from the server it is a turn's frames at most. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** Names with a meaning of their own in Socket.IO: a peer may not emit them. */
const RESERVED_EVENTS: ReadonlySet<unknown> = new Set([
  "connect",
  "connect_error",
  "disconnect",
  "disconnecting",
  "newListener",
  "removeListener",
]);

export class Encoder {
  /** One binary message a packet. */
  encode(packet: LivePacket): Uint8Array[] {
    const { type, nsp, data, id } = packet;
    return [pack(id === undefined ? [type, nsp, data] : [type, nsp, data, id])];
  }
}

/**
 * What a client answers to 'turn': no packet of Socket.IO, but a message of five bytes of its own (a msgpack uint32). Most
 * of what clients send is this, so it is spared the way of an event. Decoders let it pass.
 */
export const ACK_BYTES = 5;
const UINT_32 = 0xce;

/** @param turn a whole number, 0 to 2^32 - 1 */
export function encodeAck(turn: number): Uint8Array {
  const bytes = new Uint8Array(ACK_BYTES);
  bytes[0] = UINT_32;
  new DataView(bytes.buffer).setUint32(1, turn);
  return bytes;
}

/** The turn that a message acknowledges; undefined where it is any other message. */
export function decodeAck(message: unknown): number | undefined {
  if (!(message instanceof Uint8Array) || message.length !== ACK_BYTES || message[0] !== UINT_32) return undefined;
  return ((message[1]! << 24) | (message[2]! << 16) | (message[3]! << 8) | message[4]!) >>> 0;
}

/** Emits 'decoded' with each packet. `add` throws on anything else; Socket.IO then closes the connection. */
export class Decoder extends LiveEmitter {
  add(input: unknown): void {
    if (decodeAck(input) !== undefined) return;
    for (const packet of decodePackets(input)) this.emitReserved("decoded", packet);
  }

  destroy(): void {
    // No packet spans messages: there is nothing to let go of.
  }
}

/** @throws Error with a short reason: text instead of bytes, too long, not msgpack, not packets. */
export function decodePackets(input: unknown): LivePacket[] {
  const bytes = asBytes(input);
  if (bytes.length > MAX_MESSAGE_BYTES) throw new Error(`live message of ${bytes.length} bytes is too long`);
  let values: unknown[];
  try {
    values = unpackAll(bytes);
  } catch (cause) {
    throw new Error("live packet is not msgpack", { cause });
  }
  return values.map(packetOf);
}

function packetOf(fields: unknown): LivePacket {
  if (!Array.isArray(fields) || fields.length < 2 || fields.length > 4)
    throw new Error("live packet is not [type, nsp, data, id?]");
  const type: unknown = fields[0];
  const nsp: unknown = fields[1];
  const data: unknown = fields[2] ?? undefined;
  const id: unknown = fields[3] ?? undefined;
  if (typeof nsp !== "string" || !nsp.startsWith("/")) throw new Error("live packet has no namespace");
  if (!isAckId(id)) throw new Error("live packet has no valid id");
  if (typeof type !== "number" || !isDataOf(type, data))
    throw new Error(`live packet of type ${String(type)} has invalid data`);
  if (type === ACK && id === undefined) throw new Error("live acknowledgement has no id");
  return id === undefined ? { type, nsp, data } : { type, nsp, data, id };
}

const isAckId = (id: unknown): id is number | undefined =>
  id === undefined || (typeof id === "number" && Number.isSafeInteger(id) && id >= 0);

function asBytes(input: unknown): Uint8Array {
  if (input instanceof Uint8Array) return input;
  if (input instanceof ArrayBuffer) return new Uint8Array(input);
  if (typeof input === "string") throw new Error("live packets are binary: this peer speaks the stock text protocol");
  throw new Error("live packet is not bytes");
}

function isDataOf(type: number, data: unknown): boolean {
  switch (type) {
    case CONNECT:
      return data === undefined || isRecord(data);
    case DISCONNECT:
      return data === undefined;
    case EVENT:
      return Array.isArray(data) && isEventName(data[0]);
    case ACK:
      return Array.isArray(data);
    case CONNECT_ERROR:
      return typeof data === "string" || isRecord(data);
    default:
      return false;
  }
}

const isEventName = (name: unknown): boolean =>
  typeof name === "number" || (typeof name === "string" && !RESERVED_EVENTS.has(name));

const isRecord = (value: unknown): boolean => Object.prototype.toString.call(value) === "[object Object]";
