/**
 * Hot (bench question: fanout). Acknowledgements are most of what clients of `/live` send: one every few tick frames.
 * They are known by their bytes, exactly as the parser's encoder writes them, and read without unpacking; anything
 * that differs in a byte goes the ordinary way, and means the same there.
 */
import { Encoder, EVENT } from "#contract/wire/live-parser.ts";
import { OPTION_LIVE } from "#contract/wire/socket-events.ts";

/** msgpack's marks of what stands in an acknowledgement: short strings, and whole numbers up to 32 bits. */
const SHORT_STRING = 0xa0;
const SHORT_STRING_MAX = 31;
const STRING_8 = 0xd9;
const UINT_8 = 0xcc;
const UINT_16 = 0xcd;
const UINT_32 = 0xce;
const SMALL_MAX = 0x7f;

/** [EVENT, namespace, [event, ...]]: what stands before the first room of one and of several. */
const PREFIXES: readonly Buffer[] = Array.from({ length: 7 }, (_, i) => prefixOf(i + 1));

function prefixOf(rooms: number): Buffer {
  const pairs = Array.from({ length: rooms }, () => ["", 0]).flat();
  const [bytes] = new Encoder().encode({ type: EVENT, nsp: OPTION_LIVE, data: ["ack", ...pairs] });
  // Each empty name and each zero is a byte.
  return Buffer.from((bytes as Uint8Array).subarray(0, -pairs.length));
}

const PREFIX_BYTES = (PREFIXES[0] as Buffer).length;
/** Where the prefixes differ: the count of the event's arguments. */
const COUNT_AT = PREFIX_BYTES - "ack".length - 2;

/** Who is told of the acknowledgements of readers. */
export interface AckListener<Reader> {
  /** Of each packet, before its rooms; where false, it is thrown away. */
  take(reader: Reader): boolean;
  /** The reader has applied the room's frames up to `seq`. */
  acknowledged(reader: Reader, room: string, seq: number): void;
}

/**
 * Tells `listener` of the rooms and numbers of an acknowledgement in the first `end` bytes. False when these are anything
 * else, from whichever byte on: it may then have been told of rooms before that byte, and is told again by the ordinary way.
 */
export function readAck<Reader>(packet: Buffer, end: number, reader: Reader, listener: AckListener<Reader>): boolean {
  if (end < PREFIX_BYTES) return false;
  const rooms = (packet[COUNT_AT] - (PREFIXES[0] as Buffer)[COUNT_AT]) / 2 + 1;
  const prefix = PREFIXES[rooms - 1];
  if (prefix === undefined || packet.compare(prefix, 0, PREFIX_BYTES, 0, PREFIX_BYTES) !== 0) return false;
  if (!listener.take(reader)) return true;
  let at = PREFIX_BYTES;
  for (let i = 0; i < rooms; i++) {
    const mark = packet[at++];
    let length = mark - SHORT_STRING;
    if (mark === STRING_8) length = packet[at++];
    else if (!(length >= 0 && length <= SHORT_STRING_MAX)) return false;
    const nameAt = at;
    at += length;
    const number = packet[at++];
    let seq = number;
    if (number === UINT_8) seq = packet[at++];
    else if (number === UINT_16 && at + 2 <= end) {
      seq = packet.readUInt16BE(at);
      at += 2;
    } else if (number === UINT_32 && at + 4 <= end) {
      seq = packet.readUInt32BE(at);
      at += 4;
    } else if (!(number <= SMALL_MAX)) return false;
    if (at > end || seq === undefined) return false;
    listener.acknowledged(reader, packet.toString("latin1", nameAt, nameAt + length), seq);
  }
  return at === end;
}
