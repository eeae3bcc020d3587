import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ALL_FIELDS,
  COMPLETE,
  CORE_FIELDS,
  createLiveColumns,
  createMinuteColumns,
  FIELD_COUNT,
  HIGH,
  isPriceField,
  type LiveColumns,
  LOW,
  LTP,
  PARTIAL,
} from "../domain/columns.ts";
import { createTokenTable } from "../domain/instruments.ts";
import { ABSENT } from "../domain/units.ts";
import { createPair, createRoom, createTokens, HEADER, LOT, snapshotOf, TICK } from "./__fixtures__/room.ts";
import { MAX_QUANTITY } from "./frame/layout.ts";
import {
  createFrameEncoder,
  createRoomCursor,
  DELTA,
  type DecodeResult,
  decodeFrame,
  FLAG_CHECKSUM,
  FLAG_OPEN,
  type FrameApplied,
  type RoomTables,
} from "./frame.ts";

/** Values of a tick: on the grid mostly, off it now and then, absent, small, huge. */
const price = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 60_000 }).map((n) => n * TICK) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 0x7fff_ffff }) },
  { weight: 1, arbitrary: fc.constant(ABSENT) },
);
const quantity = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 100_000 }).map((n) => n * LOT) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: MAX_QUANTITY }) },
  { weight: 1, arbitrary: fc.constant(ABSENT) },
);
const cell = (field: number): fc.Arbitrary<number> => (isPriceField(field) ? price : quantity);
const change = (rows: number) =>
  fc
    .record({ row: fc.nat(rows - 1), field: fc.nat(FIELD_COUNT - 1), nudge: fc.integer({ min: -40, max: 40 }) })
    .chain((at) => fc.record({ at: fc.constant(at), value: cell(at.field), isNudge: fc.boolean() }));

interface Change {
  readonly at: { readonly row: number; readonly field: number; readonly nudge: number };
  readonly value: number;
  readonly isNudge: boolean;
}

function makeChange(live: LiveColumns, { at, value, isNudge }: Change): void {
  const column = live.columns[at.field];
  const nudged = column[at.row] + at.nudge * (isPriceField(at.field) ? TICK : LOT);
  const isPossible = nudged >= 0 && nudged <= (isPriceField(at.field) ? 0x7fff_ffff : MAX_QUANTITY);
  column[at.row] = isNudge && column[at.row] !== ABSENT && isPossible ? nudged : value;
}

const expectApplied = (result: DecodeResult): FrameApplied => {
  if (result.kind !== "applied") throw new Error(JSON.stringify(result));
  return result;
};

describe("frames", () => {
  it("carry any columns exactly, whatever changes", () => {
    const rows = fc.integer({ min: 1, max: 70 });
    const run = rows.chain((n) =>
      fc.tuple(fc.constant(n), fc.array(fc.array(change(n), { maxLength: 60 }), { maxLength: 40 })),
    );
    fc.assert(
      fc.property(run, ([n, steps]) => {
        const live = createLiveColumns(n);
        const encoder = createFrameEncoder({ tokens: createTokens(n), tick: TICK }, { epoch: 7 });
        const room = createRoom(n);
        const cursor = createRoomCursor();
        expectApplied(decodeFrame(encoder.encodeSnapshot(HEADER), room, cursor));
        for (const changes of steps) {
          const before = snapshotOf(room);
          for (const one of changes) makeChange(live, one);
          const frame = encoder.encodeDelta(live, HEADER);
          if (frame) {
            const result = expectApplied(decodeFrame(frame, room, cursor));
            const changed = [...Array(n).keys()].filter((row) =>
              live.columns.some((c, f) => c[row] !== before[f][row]),
            );
            expect([...result.rows.subarray(0, result.count)]).toEqual(changed);
          }
          expect(snapshotOf(room)).toEqual(live.columns.map((column) => [...column]));
        }
        const late = createRoom(n);
        expectApplied(decodeFrame(encoder.encodeSnapshot(HEADER), late, createRoomCursor()));
        expect(snapshotOf(late)).toEqual(snapshotOf(room));
      }),
      { numRuns: 150 },
    );
  });

  it("say nothing when nothing changed", () => {
    const live = createLiveColumns(3);
    const encoder = createFrameEncoder({ tokens: createTokens(3), tick: TICK }, { epoch: 1 });
    expect(encoder.encodeDelta(live, HEADER)).toBeUndefined();
    expect(encoder.seq).toBe(0);
  });

  it("report header, rows and fields", () => {
    const live = createLiveColumns(5);
    const encoder = createFrameEncoder({ tokens: createTokens(5), tick: TICK }, { epoch: 65_535, seq: 41 });
    const room = createRoom(5);
    const cursor = createRoomCursor();
    decodeFrame(encoder.encodeSnapshot(HEADER), room, cursor);
    live.columns[0][2] = 12_345;
    live.columns[10][4] = 150;
    const result = expectApplied(decodeFrame(encoder.encodeDelta(live, HEADER) ?? new Uint8Array(), room, cursor));
    expect(result).toMatchObject({
      frame: DELTA,
      epoch: 65_535,
      seq: 42,
      time: 44_100_000,
      count: 2,
      fields: 0b100_0000_0001,
    });
    expect([...result.rows.subarray(0, 2)]).toEqual([2, 4]);
    expect(result.flags & FLAG_OPEN).toBe(FLAG_OPEN);
  });

  it("say nothing of a high or a low that follows the last price", () => {
    const encodeMove = (low: number): { readonly bytes: number; readonly result: FrameApplied; room: RoomTables } => {
      const live = createLiveColumns(3);
      const encoder = createFrameEncoder({ tokens: createTokens(3), tick: TICK }, { epoch: 1 });
      const room = createRoom(3);
      const cursor = createRoomCursor();
      live.columns[LTP][1] = live.columns[HIGH][1] = live.columns[LOW][1] = 1_000;
      encoder.encodeDelta(live, HEADER);
      decodeFrame(encoder.encodeSnapshot(HEADER), room, cursor);
      live.columns[LTP][1] = 990;
      live.columns[LOW][1] = low;
      const frame = encoder.encodeDelta(live, HEADER) ?? new Uint8Array();
      return { bytes: frame.length, result: expectApplied(decodeFrame(frame, room, cursor)), room };
    };
    const followed = encodeMove(990);
    expect(followed.result.fields).toBe((1 << LTP) | (1 << HIGH) | (1 << LOW));
    expect(followed.room.live.columns[LOW][1]).toBe(990);
    expect(followed.room.live.columns[HIGH][1]).toBe(1_000);
    const told = encodeMove(980);
    expect(told.room.live.columns[LOW][1]).toBe(980);
    expect(told.bytes).toBeGreaterThan(followed.bytes);
  });

  it("refuse to encode what no column may hold", () => {
    const live = createLiveColumns(2);
    const encoder = createFrameEncoder({ tokens: createTokens(2), tick: TICK }, { epoch: 1 });
    live.columns[3][1] = 1.5;
    expect(() => encoder.encodeDelta(live, HEADER)).toThrow(RangeError);
    live.columns[3][1] = -2;
    expect(() => encoder.encodeDelta(live, HEADER)).toThrow(RangeError);
    live.columns[3][1] = 75;
    expect(encoder.encodeDelta(live, HEADER)).toBeDefined();
    expect(encoder.seq).toBe(1);
  });
});

describe("numbering", () => {
  it("a missing frame is a gap until a snapshot", () => {
    const { encoder, room, cursor, next } = createPair();
    expect(decodeFrame(next(), room, cursor).kind).toBe("applied");
    next();
    const before = snapshotOf(room);
    expect(decodeFrame(next(), room, cursor)).toMatchObject({ kind: "gap", why: "seq", seq: 3 });
    expect(decodeFrame(next(), room, cursor)).toMatchObject({ kind: "gap", why: "seq", seq: 4 });
    expect(snapshotOf(room)).toEqual(before);
    expect(decodeFrame(encoder.encodeSnapshot(HEADER), room, cursor)).toMatchObject({ kind: "applied", seq: 4 });
    expect(decodeFrame(next(), room, cursor)).toMatchObject({ kind: "applied", seq: 5 });
  });

  it("frames queued during a refetch are stale, an older snapshot too", () => {
    const { encoder, room, cursor, next } = createPair();
    const old = encoder.encodeSnapshot(HEADER);
    const queued = [next(), next()];
    expect(decodeFrame(encoder.encodeSnapshot(HEADER), room, cursor).kind).toBe("applied");
    for (const frame of queued) expect(decodeFrame(frame, room, cursor).kind).toBe("stale");
    expect(decodeFrame(old, room, cursor).kind).toBe("stale");
    expect(decodeFrame(next(), room, cursor).kind).toBe("applied");
  });

  it("another epoch is a gap, and its snapshot starts anew", () => {
    const { live, tokens, room, cursor, next } = createPair();
    decodeFrame(next(), room, cursor);
    const leader = createFrameEncoder({ tokens, tick: TICK }, { epoch: 4 });
    const frame = leader.encodeDelta(live, HEADER) ?? new Uint8Array();
    expect(decodeFrame(frame, room, cursor)).toMatchObject({ kind: "gap", why: "epoch" });
    expect(decodeFrame(leader.encodeSnapshot(HEADER), room, cursor).kind).toBe("applied");
    expect(cursor).toEqual({ epoch: 4, seq: 1, synced: true });
  });

  it("a client that drifted finds out within sixteen frames, and is left as it was", () => {
    const { room, cursor, next } = createPair();
    decodeFrame(next(), room, cursor);
    room.live.columns[6][3] = 99;
    for (let i = 0; i < 16; i++) {
      const before = snapshotOf(room);
      const frame = next();
      const hasChecksum = (frame[2] & FLAG_CHECKSUM) !== 0;
      const result = decodeFrame(frame, room, cursor);
      if (!hasChecksum) continue;
      expect(result).toMatchObject({ kind: "gap", why: "checksum" });
      expect(snapshotOf(room)).toEqual(before);
      return;
    }
    expect.unreachable();
  });

  it("a table that lacks rows, or names others, is a dictionary gap", () => {
    const { encoder, cursor, next } = createPair();
    const frame = next();
    expect(decodeFrame(frame, createRoom(11), { ...cursor })).toMatchObject({ kind: "gap", why: "dictionary" });
    const other = createRoom(12);
    other.tokens.token[5]++;
    const snapshot = encoder.encodeSnapshot(HEADER);
    expect(decodeFrame(snapshot, other, createRoomCursor())).toMatchObject({ kind: "gap", why: "dictionary" });
  });
});

describe("dictionary frames", () => {
  it("append rows, and the tables grow", () => {
    const { encoder, room, cursor, live, next } = createPair(12);
    decodeFrame(next(), room, cursor);
    const tokens = createTokens(40);
    const frame = encoder.encodeDictionary(tokens, HEADER) ?? new Uint8Array();
    expect(encoder.encodeDictionary(tokens, HEADER)).toBeUndefined();
    const result = expectApplied(decodeFrame(frame, room, cursor));
    expect([...result.rows.subarray(0, result.count)]).toEqual(Array.from({ length: 28 }, (_, i) => 12 + i));
    expect(room.tokens.length).toBe(40);
    for (const name of ["token", "type", "strike", "lotSize", "prevClose", "prevOi", "prevVol"] as const) {
      expect([...room.tokens[name].subarray(0, 40)]).toEqual([...tokens[name]]);
    }
    expect(room.live.capacity).toBeGreaterThanOrEqual(40);
    expect(room.minutes.stride).toBeGreaterThanOrEqual(40);
    const wider = createLiveColumns(40);
    for (let field = 0; field < FIELD_COUNT; field++) wider.columns[field].set(live.columns[field]);
    wider.columns[0][39] = 500;
    expect(decodeFrame(encoder.encodeDelta(wider, HEADER) ?? new Uint8Array(), room, cursor).kind).toBe("applied");
    expect(room.live.columns[0][39]).toBe(500);
  });

  it("tell previous figures that became known, and forget none", () => {
    const { encoder, room, cursor, next } = createPair(12);
    decodeFrame(next(), room, cursor);
    const table = createTokens(12);
    room.tokens.prevClose.set(table.prevClose.subarray(0, 12));
    room.tokens.prevClose[3] = ABSENT;
    room.tokens.prevOi[5] = 7;
    const known = createFrameEncoder({ tokens: table, tick: TICK }, { epoch: cursor.epoch, seq: encoder.seq });
    table.prevClose[3] = 995;
    table.prevClose[4] = ABSENT;
    table.prevOi[5] = 9;
    const before = room.tokens.prevClose[4];
    const result = expectApplied(decodeFrame(known.encodeKnownRows(HEADER), room, cursor));
    expect([...result.rows.subarray(0, result.count)].slice(0, 1)).toEqual([3]);
    expect(result.behind).toBe(false);
    expect([room.tokens.prevClose[3], room.tokens.prevClose[4], room.tokens.prevOi[5]]).toEqual([995, before, 9]);
    expect(expectApplied(decodeFrame(known.encodeKnownRows(HEADER), room, cursor)).count).toBe(0);
    expect(cursor.seq).toBe(known.seq);
    known.encodeKnownRows(HEADER);
    expect(expectApplied(decodeFrame(known.encodeKnownRows(HEADER), room, cursor)).behind).toBe(true);
  });

  it("name the underlyings of a room of many", () => {
    const named = (rows: number) =>
      Object.assign(createTokens(rows), { symbol: Array.from({ length: rows }, (_, row) => `S&P-${row}`) });
    const encoder = createFrameEncoder({ tokens: named(12), tick: TICK }, { epoch: 7 });
    const room = createRoom(0);
    const cursor = createRoomCursor();
    expect(decodeFrame(encoder.encodeWholeDictionary(HEADER), room, cursor)).toMatchObject({ count: 12 });
    expect(decodeFrame(encoder.encodeSnapshot(HEADER), room, cursor).kind).toBe("applied");
    expect(room.tokens.symbol).toEqual(named(12).symbol);
    const appended = encoder.encodeDictionary(named(14), HEADER) ?? new Uint8Array();
    expect(decodeFrame(appended, room, cursor)).toMatchObject({ kind: "applied", count: 2, behind: false });
    expect(room.tokens.symbol).toEqual(named(14).symbol);
    if (room.tokens.symbol) room.tokens.symbol[3] = "OTHER";
    expect(decodeFrame(encoder.encodeWholeDictionary(HEADER), room, cursor)).toMatchObject({
      kind: "gap",
      why: "dictionary",
    });
    const unnamed = Object.assign(createTokens(1), { symbol: [""] });
    expect(() =>
      createFrameEncoder({ tokens: unnamed, tick: TICK }, { epoch: 7 }).encodeWholeDictionary(HEADER),
    ).toThrow(RangeError);
  });

  it("a whole one serves a client that has nothing; one that disagrees is a gap", () => {
    const { encoder, cursor, next } = createPair(12);
    next();
    const empty: RoomTables = {
      tokens: createTokenTable(0),
      live: createLiveColumns(0),
      minutes: createMinuteColumns(0, 4, CORE_FIELDS),
    };
    const whole = encoder.encodeWholeDictionary(HEADER);
    const late = createRoomCursor();
    expect(decodeFrame(whole, empty, late)).toMatchObject({ kind: "applied", count: 12 });
    expect(decodeFrame(encoder.encodeSnapshot(HEADER), empty, late).kind).toBe("applied");
    const other = createRoom(12);
    other.tokens.strike[3]++;
    expect(decodeFrame(whole, other, cursor)).toMatchObject({ kind: "gap", why: "dictionary" });
  });
});

describe("minute frames", () => {
  const fill = (room: RoomTables, slot: number, state: number): void => {
    room.minutes.state[slot] = state;
    room.minutes.columns.forEach((column, field) => {
      if (column.length === 0) return;
      for (let row = 0; row < room.tokens.length; row++) {
        const unit = isPriceField(field) ? TICK : LOT;
        column[slot * room.minutes.stride + row] = row % 7 === 0 ? ABSENT : (row * 31 + slot * 3 + field) * unit;
      }
    });
  };

  for (const fields of [ALL_FIELDS, CORE_FIELDS]) {
    it(`carry a slot against the last filled one (fields ${fields})`, () => {
      const { encoder, cursor, tokens } = createPair(30);
      const source = { ...createRoom(30, 6, fields), tokens };
      const room = createRoom(30, 6, fields);
      fill(source, 0, COMPLETE);
      fill(source, 3, PARTIAL);
      for (const slot of [0, 3]) {
        const result = decodeFrame(encoder.encodeMinute(source.minutes, slot, HEADER), room, cursor);
        expect(result).toMatchObject({ kind: "applied", slot, count: 30, behind: false });
      }
      expect([...room.minutes.state]).toEqual([1, 0, 0, 2, 0, 0]);
      room.minutes.columns.forEach((column, field) => {
        expect([...column]).toEqual([...source.minutes.columns[field]]);
      });
    });
  }

  it("need their base", () => {
    const { encoder, cursor } = createPair(30);
    const source = createRoom(30, 6);
    fill(source, 0, COMPLETE);
    fill(source, 1, COMPLETE);
    source.minutes.columns[LTP][4] = 20_000;
    source.minutes.columns[LTP][source.minutes.stride + 4] = 10_000;
    encoder.encodeMinute(source.minutes, 0, HEADER);
    const frame = encoder.encodeMinute(source.minutes, 1, HEADER);
    const room = createRoom(30, 6);
    expect(decodeFrame(frame, room, { ...cursor })).toMatchObject({ kind: "gap", why: "base" });
    fill(room, 0, COMPLETE);
    room.minutes.columns[0][4]++;
    expect(decodeFrame(frame, room, { ...cursor })).toMatchObject({ kind: "gap", why: "base" });
    // On a base so far off the sums are no figures.
    for (const column of room.minutes.columns) column.fill(ABSENT);
    expect(decodeFrame(frame, room, { ...cursor })).toMatchObject({ kind: "gap", why: "base" });
    expect(room.minutes.columns.every((column) => column.every((value) => value === ABSENT))).toBe(true);
    expect(room.minutes.state[1]).toBe(0);
    expect(decodeFrame(frame, createRoom(30, 1), { ...cursor })).toMatchObject({ kind: "gap", why: "base" });
  });

  it("are applied across missing deltas, and say that the live columns are behind", () => {
    const { encoder, cursor, room, next } = createPair(30);
    next();
    const source = createRoom(30, 4);
    fill(source, 0, COMPLETE);
    const frame = encoder.encodeMinute(source.minutes, 0, HEADER);
    expect(decodeFrame(frame, room, cursor)).toMatchObject({ kind: "applied", slot: 0, behind: true });
    expect(decodeFrame(next(), room, cursor)).toMatchObject({ kind: "gap", why: "seq" });
  });

  it("cannot be made of a hole", () => {
    const { encoder, room } = createPair(2);
    expect(() => encoder.encodeMinute(room.minutes, 1, HEADER)).toThrow(RangeError);
  });
});
