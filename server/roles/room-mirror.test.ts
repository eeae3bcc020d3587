import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLiveColumns, FIELD_COUNT, type RoomDay } from "#contract/domain/columns.ts";
import { isoDate } from "#contract/domain/units.ts";
import {
  createFrameEncoder,
  createRoomCursor,
  decodeFrame,
  FLAG_OPEN,
  type FrameEncoder,
  growRoomDay,
  stateChecksum,
} from "#contract/wire/frame.ts";
import { fakeRoom, fieldValue } from "../testing/market/fake-feed.ts";
import { RoomMirror } from "./room-mirror.ts";

const HEADER = { time: 44_100_000, flags: FLAG_OPEN };
const EPOCH = 7;

/** A room as its feed has it, and its encoder. */
function source(epoch = EPOCH): { readonly room: RoomDay; readonly encoder: FrameEncoder } {
  const room = fakeRoom("NIFTY", isoDate("2026-07-28"), 4);
  return { room, encoder: createFrameEncoder({ tokens: room.tokens, tick: 5 }, { epoch }) };
}

const stateOf = (snapshot: Uint8Array, closed?: readonly number[]) => ({
  dictionary: null,
  snapshot,
  ...(closed && { closed }),
});

const mirrorOf = (room: RoomDay): RoomMirror =>
  new RoomMirror({ ...room, tokens: structuredClone(room.tokens), live: createLiveColumns(room.live.capacity) });

function change(room: RoomDay, value: number, rows: readonly number[]): void {
  for (const row of rows) {
    for (let field = 0; field < FIELD_COUNT; field++) room.live.columns[field][row] = fieldValue(value, row, field);
  }
}

/** What a client that joins now gets, and whether it then stands where the feed does. */
function joiner(
  mirror: RoomMirror,
  like: RoomDay,
): { readonly room: RoomDay; readonly seq: number; readonly epoch: number } {
  const rows = like.tokens.token.length;
  const room = { ...like, tokens: structuredClone(like.tokens), live: createLiveColumns(rows) };
  const cursor = createRoomCursor();
  const state = mirror.state();
  if (state?.dictionary) decodeFrame(state.dictionary, room, cursor);
  if (state) expect(decodeFrame(state.snapshot, room, cursor).kind).toBe("applied");
  return { room, seq: cursor.seq, epoch: cursor.epoch };
}

const checksum = ({ live, tokens }: RoomDay): number => stateChecksum(live.columns, tokens.length);

describe("a mirrored room", () => {
  it("knows nothing until it is told the feed's state, and cuts the same state for whoever joins", () => {
    const { room, encoder } = source();
    const mirror = mirrorOf(room);
    expect(mirror.state()).toBeUndefined();
    change(room, 100, [2, 3]);
    encoder.encodeDelta(room.live, HEADER);
    expect(mirror.load(stateOf(encoder.encodeSnapshot(HEADER)), EPOCH)).toBe("moved");
    const joined = joiner(mirror, room);
    expect([joined.epoch, joined.seq, checksum(joined.room)]).toEqual([EPOCH, encoder.seq, checksum(room)]);
    expect(mirror.state()).toBe(mirror.state());
  });

  it("cuts the state of a room without any figure", () => {
    const { room, encoder } = source();
    const mirror = mirrorOf(room);
    mirror.load(stateOf(encoder.encodeSnapshot(HEADER)), EPOCH);
    expect(joiner(mirror, room)).toMatchObject({ seq: 0, epoch: EPOCH });
  });

  it("says what changed, as stock clients are told it", () => {
    const { room, encoder } = source();
    const mirror = mirrorOf(room);
    mirror.load(stateOf(encoder.encodeSnapshot(HEADER)), EPOCH);
    change(room, 5, [2, 4]);
    expect(mirror.read(encoder.encodeDelta(room.live, HEADER) as Uint8Array, EPOCH)).toBe("ticks");
    const ticks = mirror.changedTicks();
    expect(Object.keys(ticks).map(Number)).toEqual([room.tokens.token[2], room.tokens.token[4]]);
    expect(ticks[room.tokens.token[4]]?.[0]).toBe(fieldValue(5, 4, 0) / 100);
  });

  it("passes minutes on without keeping them, and counts their numbers", () => {
    const { room, encoder } = source();
    const mirror = mirrorOf(room);
    mirror.load(stateOf(encoder.encodeSnapshot(HEADER)), EPOCH);
    room.minutes.state[3] = 1;
    expect(mirror.read(encoder.encodeMinute(room.minutes, 3, HEADER), EPOCH)).toBe("minute");
    change(room, 5, [2]);
    expect(mirror.read(encoder.encodeDelta(room.live, HEADER) as Uint8Array, EPOCH)).toBe("ticks");
    expect(joiner(mirror, room).seq).toBe(2);
  });

  it("keeps the prices of the last closed minute as the feed told them, whatever the ticks are when a minute comes", () => {
    const { room, encoder } = source();
    const mirror = mirrorOf(room);
    change(room, 5, [2]);
    encoder.encodeDelta(room.live, HEADER);
    mirror.load(stateOf(encoder.encodeSnapshot(HEADER), [-1, -1, 77]), EPOCH);
    expect(mirror.closedPrices[2]).toBe(77);
    room.minutes.state[3] = 1;
    mirror.read(encoder.encodeMinute(room.minutes, 3, HEADER), EPOCH);
    change(room, 6, [2]);
    mirror.read(encoder.encodeDelta(room.live, HEADER) as Uint8Array, EPOCH);
    expect(mirror.closedPrices[2]).toBe(77);
    mirror.forget();
    expect(mirror.closedPrices[2]).toBeUndefined();
  });

  it("learns of appended contracts, and tells them to whoever joins", () => {
    const { room, encoder } = source();
    const mirror = mirrorOf(room);
    mirror.load(stateOf(encoder.encodeSnapshot(HEADER)), EPOCH);
    const row = room.tokens.length;
    growRoomDay(room, row + 1);
    room.tokens.token[row] = 99_999;
    room.tokens.length = row + 1;
    expect(mirror.read(encoder.encodeDictionary(room.tokens, HEADER) as Uint8Array, EPOCH)).toBe("dictionary");
    change(room, 9, [row]);
    expect(mirror.read(encoder.encodeDelta(room.live, HEADER) as Uint8Array, EPOCH)).toBe("ticks");
    const late = fakeRoom("NIFTY", isoDate("2026-07-28"), 4);
    late.tokens.token.set(room.tokens.token.subarray(0, row));
    const joined = joiner(mirror, late);
    expect([joined.room.tokens.length, checksum(joined.room)]).toEqual([row + 1, checksum(room)]);
  });

  it("drops another leader's frames and other bytes, and finds gaps", () => {
    const { room, encoder } = source();
    const old = source(EPOCH - 1);
    const mirror = mirrorOf(room);
    mirror.load(stateOf(encoder.encodeSnapshot(HEADER)), EPOCH);
    change(old.room, 1, [1]);
    expect(mirror.read(old.encoder.encodeDelta(old.room.live, HEADER) as Uint8Array, EPOCH)).toBe("dropped");
    expect(mirror.read(new Uint8Array(3), EPOCH)).toBe("dropped");
    expect(mirror.load(stateOf(old.encoder.encodeSnapshot(HEADER)), EPOCH)).toBe("misfit");
    change(room, 1, [1]);
    encoder.encodeDelta(room.live, HEADER);
    change(room, 2, [1]);
    const second = encoder.encodeDelta(room.live, HEADER) as Uint8Array;
    expect(mirror.read(second, EPOCH)).toBe("gap");
    expect(mirror.state()).toBeUndefined();
    expect(mirror.load(stateOf(encoder.encodeSnapshot(HEADER)), EPOCH)).toBe("moved");
    expect(mirror.load(stateOf(encoder.encodeSnapshot(HEADER)), EPOCH)).toBe("same");
    expect(mirror.read(second.slice(0, -1), EPOCH)).toBe("dropped");
  });

  it("never shows a state that the feed did not have, whatever is lost on the way", () => {
    const step = fc.record({
      value: fc.integer({ min: 1, max: 1000 }),
      rows: fc.uniqueArray(fc.nat(9), { minLength: 1 }),
      isLost: fc.boolean(),
      isMinute: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { room, encoder } = source();
        const mirror = mirrorOf(room);
        mirror.load(stateOf(encoder.encodeSnapshot(HEADER)), EPOCH);
        const had = new Map([[0, checksum(room)]]);
        let slot = 0;
        for (const { value, rows, isLost, isMinute } of steps) {
          change(room, value, rows);
          room.minutes.state[slot] = 1;
          const frame = isMinute
            ? encoder.encodeMinute(room.minutes, slot++, HEADER)
            : encoder.encodeDelta(room.live, HEADER);
          if (frame === undefined) continue;
          // A minute leaves the ticks as they were sent last.
          had.set(encoder.seq, isMinute ? (had.get(encoder.seq - 1) ?? 0) : checksum(room));
          if (!isLost) mirror.read(frame, EPOCH);
          if (!mirror.isSynced) continue;
          const joined = joiner(mirror, room);
          expect(checksum(joined.room)).toBe(had.get(joined.seq));
        }
      }),
    );
  });
});
