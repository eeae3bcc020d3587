/**
 * Frames: how a room's ticks travel. Codec version 1, the whole public face:
 *
 * ```ts
 * // server, one encoder a room (it keeps the columns it last sent)
 * const encoder = createFrameEncoder({ tokens, tick }, { epoch });    // tick in scaled units: 5, or 25 for USDINR
 * encoder.encodeDelta(live, { time, flags })        // Uint8Array, or undefined when nothing changed
 * encoder.encodeSnapshot({ time, flags })           // the state as of encoder.seq: same bytes for every asker
 * encoder.encodeDictionary(tokens, { time, flags }) // rows appended since the last call, or undefined
 * encoder.encodeWholeDictionary({ time, flags })    // every row, for a client whose table is behind
 * encoder.encodeKnownRows({ time, flags })          // every row, for all: previous figures became known
 * encoder.encodeMinute(minutes, slot, { time, flags })
 *
 * // client (and edge), one cursor a room; createRoomDay's tables are written in place
 * const cursor = createRoomCursor();
 * const result = decodeFrame(bytes, roomDay, cursor);
 * // {kind: 'applied', frame, rows, count, fields, slot, behind, ...} | {kind: 'stale', ...} | {kind: 'gap', why, ...}
 * ```
 *
 * Results and their `rows` are reused: read them before the next call. `time` is ms since 00:00 IST of the exchange
 * day. Malformed bytes throw {@link FrameError}; after an error or a gap the tables are as they were before.
 *
 * **Numbers.** A room numbers its deltas, minutes and dictionary additions, +1 each; a new leader (restart, another
 * day) takes another epoch. Snapshots and whole dictionaries answer somebody: they carry the number of the last
 * numbered frame and use none up. A delta that is not the next one is never patched over: the result is a gap, the
 * cursor loses sync, and further deltas are gaps until a snapshot is applied. Frames at or before the cursor are
 * stale and ignored, so those queued during a refetch do no harm. A minute or a dictionary addition stands on its
 * own base, so it is applied even across missing deltas; `behind` then says that the live columns need a snapshot.
 *
 * | gap why | what the client does |
 * |---|---|
 * | seq, epoch, checksum | asks for a snapshot (on a minute frame: refetches the minutes as well) |
 * | dictionary | asks for the dictionary, then a snapshot |
 * | base | refetches the day's minutes (the room-day blob) |
 */

export { growRoomDay, type RoomTables } from "./frame/capacity.ts";
export { stateChecksum } from "./frame/checksum.ts";
export {
  createRoomCursor,
  type DecodeResult,
  decodeFrame,
  type FrameApplied,
  type FrameGap,
  type RoomCursor,
  slotOfMinute,
} from "./frame/decode.ts";
export { createFrameEncoder, type FrameEncoder, type FrameHeader } from "./frame/encode.ts";
export {
  DELTA,
  DICTIONARY,
  FLAG_CHECKSUM,
  FLAG_OPEN,
  FLAG_STALE,
  FrameError,
  MINUTE,
  SNAPSHOT,
} from "./frame/layout.ts";
