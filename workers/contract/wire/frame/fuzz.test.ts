import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ALL_FIELDS,
  COMPLETE,
  createLiveColumns,
  createMinuteColumns,
  FIELD_COUNT,
  HIGH,
  LOW,
  LTP,
} from "../../domain/columns.ts";
import { createPair, createRoom, HEADER } from "../__fixtures__/room.ts";
import { decodeFrame, FrameError, type RoomTables } from "../frame.ts";

describe("malformed bytes", () => {
  const { encoder, room, cursor, next, live, tokens } = createPair(64);
  const source = createRoom(64);
  source.minutes.state[0] = COMPLETE;
  for (const column of source.minutes.columns) column.fill(5, 0, 64);
  for (let i = 0; i < 70; i++) decodeFrame(next(), room, cursor);
  // Known extremes, which the last prices of the sample then pass: those that follow have to be put back, too.
  for (let row = 1; row < 64; row += 2) {
    live.columns[LTP][row] = 850;
    live.columns[HIGH][row] = 900;
    live.columns[LOW][row] = 800;
  }
  decodeFrame(encoder.encodeDelta(live, HEADER) ?? new Uint8Array(), room, cursor);
  for (let row = 1; row < 64; row += 2) {
    live.columns[LTP][row] = row % 4 === 1 ? 1_000 : 700;
    live.columns[row % 4 === 1 ? HIGH : LOW][row] = live.columns[LTP][row];
  }
  for (let row = 0; row < 64; row += 2) {
    for (let field = 0; field < FIELD_COUNT; field++) live.columns[field][row] = row * field * 1_234_567 + field;
  }
  const good = { ...cursor };
  const samples: readonly Uint8Array[] = [
    encoder.encodeDelta(live, HEADER) ?? new Uint8Array(),
    encoder.encodeSnapshot(HEADER),
    encoder.encodeMinute(source.minutes, 0, HEADER),
    encoder.encodeWholeDictionary(HEADER),
  ];
  const before = room.live.columns.map((column) => column.slice());
  const isAsBefore = ({ live }: RoomTables): boolean =>
    live.columns.every((column, field) => column.every((value, row) => Object.is(value, before[field][row])));

  function copyRoom(): RoomTables {
    const live = createLiveColumns(64);
    for (let field = 0; field < FIELD_COUNT; field++) live.columns[field].set(room.live.columns[field]);
    return { tokens, live, minutes: createMinuteColumns(64, 4, ALL_FIELDS) };
  }

  /** Decodes anything; whatever is not applied must leave no trace. @returns whether it was refused */
  function survive(bytes: Uint8Array): boolean {
    const at = { ...good };
    const target = copyRoom();
    let isRefused = false;
    try {
      if (decodeFrame(bytes, target, at).kind === "applied") return false;
    } catch (error) {
      expect(error).toBeInstanceOf(FrameError);
      expect(at).toEqual(good);
      isRefused = true;
    }
    expect(isAsBefore(target)).toBe(true);
    return isRefused;
  }

  it("samples are good", () => {
    for (const sample of samples) expect(decodeFrame(sample, copyRoom(), { ...good }).kind).toBe("applied");
  });

  it("the first moves extremes", () => {
    const target = copyRoom();
    decodeFrame(samples[0], target, { ...good });
    expect(target.live.columns[HIGH].subarray(0, 4)).toEqual(live.columns[HIGH].subarray(0, 4));
    expect(target.live.columns[HIGH][1]).toBe(1_000);
    expect(target.live.columns[LOW][3]).toBe(700);
  });

  it("every truncation is refused", () => {
    for (const sample of samples) {
      for (let length = 0; length < sample.length; length++) {
        expect(survive(sample.subarray(0, length)), `${length} bytes`).toBe(true);
      }
    }
  });

  it("no change of bytes crashes or leaves a trace", () => {
    const edit = fc.record({ at: fc.nat(), value: fc.nat(255) });
    fc.assert(
      fc.property(fc.nat(samples.length - 1), fc.array(edit, { minLength: 1, maxLength: 6 }), (which, edits) => {
        const bytes = samples[which].slice();
        for (const { at, value } of edits) bytes[at % bytes.length] = value;
        survive(bytes);
      }),
      { numRuns: 3_000 },
    );
  });

  it("random bytes behind a good header neither", () => {
    fc.assert(
      fc.property(fc.nat(samples.length - 1), fc.uint8Array({ maxLength: 300 }), (which, tail) => {
        survive(Uint8Array.from([...samples[which].subarray(0, 14), ...tail]));
      }),
      { numRuns: 3_000 },
    );
  });

  it("another version or kind is named", () => {
    const frame = samples[0].slice();
    frame[0] = 2;
    expect(() => decodeFrame(frame, room, { ...good })).toThrow("version frame: version 2, this reader knows 1");
    frame[0] = 1;
    frame[1] = 9;
    expect(() => decodeFrame(frame, room, { ...good })).toThrow("kind 9");
  });
});
