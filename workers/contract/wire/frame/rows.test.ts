import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_ROWS } from "./layout.ts";
import { HELD_AT, listRows, readHeldBitmap, readRowBitmap, rowList } from "./rows.ts";
import { source } from "./source.ts";

/** Bits as a bitmap, low bits first. */
function toBitmap(bits: readonly boolean[]): Uint8Array {
  const bytes = new Uint8Array((bits.length + 7) >>> 3);
  bits.forEach((bit, i) => {
    if (bit) bytes[i >>> 3] |= 1 << (i & 7);
  });
  return bytes;
}
const setOnes = (bits: readonly boolean[]): number[] => bits.flatMap((bit, i) => (bit ? [i] : []));

describe("bitmaps", () => {
  it("list the rows of a frame, and those that a column holds of them", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 300 }), fc.infiniteStream(fc.boolean()), (bits, more) => {
        const rows = setOnes(bits);
        source.load(toBitmap(bits));
        expect(readRowBitmap(bits.length)).toBe(rows.length);
        expect([...rowList.subarray(0, rows.length)]).toEqual(rows);
        const heldBits = rows.map(() => more.next().value === true);
        const held = setOnes(heldBits).map((place) => rows[place]);
        source.load(toBitmap(heldBits));
        expect(readHeldBitmap(rows.length)).toBe(held.length);
        expect([...rowList.subarray(HELD_AT, HELD_AT + held.length)]).toEqual(held);
        expect([...rowList.subarray(0, rows.length)]).toEqual(rows);
      }),
    );
  });

  it("hold the largest room, all of it", () => {
    source.load(new Uint8Array(MAX_ROWS >>> 3).fill(0xff));
    expect(readRowBitmap(MAX_ROWS)).toBe(MAX_ROWS);
    source.load(new Uint8Array(MAX_ROWS >>> 3).fill(0xff));
    expect(readHeldBitmap(MAX_ROWS)).toBe(MAX_ROWS);
    expect(rowList[MAX_ROWS - 1]).toBe(MAX_ROWS - 1);
    expect(rowList[HELD_AT + MAX_ROWS - 1]).toBe(MAX_ROWS - 1);
    expect(listRows(3, 5)).toBe(2);
    expect([...rowList.subarray(0, 2)]).toEqual([3, 4]);
  });

  it("that are cut short, or name rows past their end, are refused", () => {
    source.load(Uint8Array.of(0xff));
    expect(() => readRowBitmap(9)).toThrow("truncated");
    source.load(Uint8Array.of(0b100_0000));
    expect(() => readRowBitmap(6)).toThrow("past the end of a bitmap");
  });
});
