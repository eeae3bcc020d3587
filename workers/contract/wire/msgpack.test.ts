import assert from "node:assert/strict";
import fc from "fast-check";
import { Packr } from "msgpackr";
import { describe, expect, it } from "vitest";
import { pack, unpackAll } from "./msgpack.ts";

/** The reference: records and other extensions are off, as JSON and bytes have none. */
const packr = new Packr({
  useRecords: false,
  mapsAsObjects: true,
  moreTypes: false,
  variableMapSize: true,
  int64AsType: "number",
});
const reference = (value: unknown): Uint8Array => Uint8Array.from(packr.pack(value));

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, false),
    fc.oneof(
      fc.integer(),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true }).filter((value) => !Object.is(value, -0)),
    ),
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.uint8Array({ maxLength: 300 }),
    fc.array(tie("value"), { maxLength: 20 }),
    fc.dictionary(
      fc.string({ maxLength: 40 }).filter((key) => key !== "__proto__"),
      tie("value"),
      { maxKeys: 20, noNullPrototype: true },
    ),
  ),
})).value;

describe("packing", () => {
  it("is read by another implementation as it was", () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(plain(packr.unpack(pack(value)))).toEqual(plain(value));
      }),
    );
  });

  it("reads what another implementation wrote", () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(unpackAll(reference(value))).toEqual([plain(value)]);
      }),
    );
  });

  it.each([
    0,
    127,
    128,
    255,
    256,
    65_535,
    65_536,
    2 ** 32 - 1,
    2 ** 32,
    2 ** 53 - 1,
    -1,
    -32,
    -33,
    -128,
    -129,
    -32_769,
    -(2 ** 31),
    -(2 ** 31) - 1,
    -(2 ** 53) + 1,
    0.1,
    Number.POSITIVE_INFINITY,
  ])("keeps the number %d, its own and the other's", (value) => {
    expect(unpackAll(pack(value))).toEqual([value]);
    expect(unpackAll(reference(value))).toEqual([value]);
  });

  it.each([15, 16, 31, 32, 255, 256, 65_535, 65_536])("keeps texts, bytes, lists and maps of %i", (count) => {
    const value = [
      "x".repeat(count),
      new Uint8Array(count).fill(7),
      new Array<number>(count).fill(1),
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i])),
    ];
    // Node's own comparison: that of `toEqual` takes a second for the longest.
    for (const packed of [pack(value), reference(value)]) assert.deepEqual(unpackAll(packed), [value]);
  });

  it("leaves undefined members out, and makes undefined items nil", () => {
    expect(unpackAll(pack({ a: undefined, b: [undefined, 1] }))).toEqual([{ b: [null, 1] }]);
  });

  it("makes -0 a plain 0, as JSON does", () => {
    expect(unpackAll(pack(-0))).toEqual([0]);
  });

  it("refuses what it cannot say", () => {
    expect(() => pack(1n)).toThrow("bigint");
    expect(() => pack(() => 1)).toThrow("function");
    let deep: unknown = 1;
    for (let i = 0; i < 40; i++) deep = [deep];
    expect(() => pack(deep)).toThrow("deeply");
  });
});

describe("unpacking", () => {
  it("gives several values in their order, and bytes as a view", () => {
    const message = Uint8Array.from([...pack("a"), ...pack(Uint8Array.of(1, 2)), ...pack(3)]);
    const [text, bytes, number] = unpackAll(message) as [string, Uint8Array, number];
    expect([text, [...bytes], number]).toEqual(["a", [1, 2], 3]);
    expect(bytes.buffer).toBe(message.buffer);
  });

  it.each<[string, number[], string]>([
    ["nothing", [], "cut short"],
    ["a list that promises more than there is", [0xdd, 0xff, 0xff, 0xff, 0xff], "cut short"],
    ["a map that promises more than there is", [0xdf, 0xff, 0xff, 0xff, 0xff], "cut short"],
    ["bytes that end early", [0xc4, 5, 1], "cut short"],
    ["half a number", [0xcb, 1, 2], "cut short"],
    ["text that is no UTF-8", [0xa1, 0xff], "valid"],
    ["an extension", [0xd4, 0, 0], "type 212"],
    ["the type that is never used", [0xc1], "type 193"],
    ["a key that is no text", [0x81, 1, 1], "no text"],
    ["a key that is a list", [0x81, 0x90, 1], "no text"],
    ["a thousand levels", new Array<number>(1000).fill(0x91), "deeply"],
  ])("refuses %s", (_, bytes, reason) => {
    expect(() => unpackAll(Uint8Array.from(bytes))).toThrow(reason);
  });

  it("never hangs, and throws Errors only, on any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          unpackAll(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });

  it("keeps a member called __proto__ apart from the prototype", () => {
    const bytes = Uint8Array.from([0x81, 0xa9, ...new TextEncoder().encode("__proto__"), 0x81, 0xa1, 0x61, 1]);
    const [value] = unpackAll(bytes) as [object];
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(["__proto__"]);
  });
});

/** Buffers as Uint8Arrays, at any depth. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}
