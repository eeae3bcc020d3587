/**
 * The Socket.IO parser of the `/live` path: each packet is exactly one binary WebSocket frame.
 *
 * A frame is a msgpack array [type, nsp, data, id?] (types as in the Socket.IO protocol 5; events that carry binary are
 * plain EVENTs here). Records are off: a broadcast is encoded once for sockets that joined at different times, so no
 * packet may lean on an earlier one. Bytes travel as msgpack bin and arrive as a view of the received frame, without a
 * copy. Pass `{ Encoder, Decoder }` as `parser` to server and client alike; a stock client is refused at its first
 * packet, because it speaks text.
 */
import { Packr } from "msgpackr/index-no-eval";
import { LiveEmitter } from "./live-parser-emitter.ts";

/** Socket.IO's packet types, protocol 5. */
export const CONNECT = 0;
const DISCONNECT = 1;
export const EVENT = 2;
export const ACK = 3;
const CONNECT_ERROR = 4;

export interface LivePacket {
  readonly type: number;
  readonly nsp: string;
  readonly data?: unknown;
  readonly id?: number;
}

/** A packet from a client is small (rooms, acks, the handshake); from the server the largest is a whole dictionary. */
export const MAX_PACKET_BYTES = 4 * 1024 * 1024;

/** Names with a meaning of their own in Socket.IO: a peer may not emit them. */
const RESERVED_EVENTS: ReadonlySet<unknown> = new Set([
  "connect",
  "connect_error",
  "disconnect",
  "disconnecting",
  "newListener",
  "removeListener",
]);

const packr = new Packr({
  useRecords: false,
  mapsAsObjects: true,
  copyBuffers: false,
  moreTypes: false,
  int64AsType: "number",
});

export class Encoder {
  /** One binary frame a packet. */
  encode(packet: LivePacket): Uint8Array[] {
    const { type, nsp, data, id } = packet;
    const bytes = packr.pack(id === undefined ? [type, nsp, data] : [type, nsp, data, id]);
    // The packer goes on in the same buffer: what is sent later must not share it.
    return [bytes.slice()];
  }
}

/** Emits 'decoded' with each packet. `add` throws on anything else; Socket.IO then closes the connection. */
export class Decoder extends LiveEmitter {
  add(input: unknown): void {
    this.emitReserved("decoded", decodePacket(input));
  }

  destroy(): void {
    // No packet spans frames: there is nothing to let go of.
  }
}

/** @throws Error with a short reason: text instead of bytes, too long, not msgpack, not a packet. */
export function decodePacket(input: unknown): LivePacket {
  const bytes = asBytes(input);
  if (bytes.length > MAX_PACKET_BYTES) throw new Error(`live packet of ${bytes.length} bytes is too long`);
  let fields: unknown;
  try {
    fields = packr.unpack(bytes);
  } catch (cause) {
    throw new Error("live packet is not msgpack", { cause });
  }
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
