import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ALL_FIELDS,
  COMPLETE,
  CORE_FIELDS,
  createColumns,
  FIELD_COUNT,
  hasField,
  isPriceField,
  MISSING_MINUTE,
  PARTIAL,
  slotColumns,
  writeSlot,
} from "#contract/domain/columns.ts";
import { createTokenTable } from "#contract/domain/instruments.ts";
import { ABSENT } from "#contract/domain/units.ts";
import { BLOCK_SLOTS } from "./block-codec.ts";
import { PackedMinutes } from "./packed-minutes.ts";
import { PlainPool } from "./plain-pool.ts";

const LOT = 75;
const TICK = 5;

function contracts(rows: number, capacity = rows) {
  const tokens = createTokenTable(capacity);
  tokens.length = rows;
  tokens.lotSize.fill(LOT);
  return tokens;
}

const empty = (rows: number, slots: number, fields = ALL_FIELDS, phase = 0, pool = new PlainPool(1 << 20)) =>
  new PackedMinutes({ tokens: contracts(rows), stride: rows, slots, fields, tick: TICK }, pool, phase);

/** What a feed may write: on the grid and off it, absent, still, far apart, negative, and what is no count at all. */
const price = fc.oneof(
  { weight: 6, arbitrary: fc.nat(400).map((n) => n * TICK) },
  { weight: 2, arbitrary: fc.constant(ABSENT) },
  { weight: 1, arbitrary: fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff }) },
);
const quantity = fc.oneof(
  { weight: 6, arbitrary: fc.nat(400).map((n) => n * LOT) },
  { weight: 2, arbitrary: fc.constant(ABSENT) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }) },
  { weight: 1, arbitrary: fc.double() },
);

interface Written {
  readonly slot: number;
  readonly state: number;
  readonly values: readonly number[];
}

const day = fc
  .record({
    rows: fc.integer({ min: 1, max: 4 }),
    slots: fc.integer({ min: 1, max: BLOCK_SLOTS * 3 + 5 }),
    fields: fc.integer({ min: 0, max: ALL_FIELDS }).map((extra) => extra | CORE_FIELDS),
    phase: fc.nat(BLOCK_SLOTS - 1),
    isInOrder: fc.boolean(),
  })
  .chain((shape) =>
    fc.record({
      shape: fc.constant(shape),
      writes: fc
        .array(
          fc.record({
            slot: fc.nat(shape.slots - 1),
            state: fc.constantFrom(COMPLETE, PARTIAL),
            // Few values a field, so that many rows stand still from slot to slot.
            values: fc.array(fc.oneof(price, quantity), { minLength: 3, maxLength: 9 }),
          }),
          { minLength: 1, maxLength: 40 },
        )
        .map((list) => (shape.isInOrder ? [...list].sort((a, b) => a.slot - b.slot) : list)),
    }),
  );

/** The columns of one slot; a price column holds what an Int32 makes of a value. */
function slotOf({ values }: Written, rows: number) {
  const columns = createColumns(rows);
  for (let field = 0; field < FIELD_COUNT; field++) {
    for (let row = 0; row < rows; row++) columns[field][row] = values[(field * rows + row) % values.length] as number;
  }
  return { columns, base: 0 };
}

const cellsAt = (minutes: PackedMinutes, slot: number): number[][] => {
  const { columns, base } = slotColumns(minutes, slot);
  return columns.map((column) => [...column.subarray(base, base + (column.length > 0 ? minutes.stride : 0))]);
};
/** NaN is itself, -0 is 0. */
const plain = (cells: readonly (readonly number[])[]) => cells.map((column) => column.map((value) => value + 0));

describe("packed minutes", () => {
  it("give back every slot as it was last written, one by one and all at once", () => {
    fc.assert(
      fc.property(day, ({ shape: { rows, slots, fields, phase }, writes }) => {
        const minutes = empty(rows, slots, fields, phase);
        const last = new Map<number, Written>();
        for (const write of writes) {
          writeSlot(minutes, write.slot, slotOf(write, rows), rows, write.state);
          last.set(write.slot, write);
        }
        const expected = (slot: number): number[][] => {
          const write = last.get(slot);
          const { columns } = write ? slotOf(write, rows) : { columns: createColumns(rows) };
          return columns.map((column, field) => (hasField(fields, field) ? [...column] : []));
        };
        const all = Array.from({ length: slots }, (_, slot) => slot);
        const oneByOne = all.map((slot) => plain(cellsAt(minutes, slot)));
        expect(oneByOne).toEqual(all.map((slot) => plain(expected(slot))));
        expect(minutes.columns.map((column) => column.length > 0)).toEqual(
          all.length > 0 ? minutes.columns.map((_, field) => hasField(fields, field)) : [],
        );
        expect(all.map((slot) => plain(cellsAt(minutes, slot)))).toEqual(oneByOne);
        minutes.pack();
        expect(all.map((slot) => plain(cellsAt(minutes, slot)))).toEqual(oneByOne);
        expect(all.map((slot) => minutes.state[slot])).toEqual(
          all.map((slot) => last.get(slot)?.state ?? MISSING_MINUTE),
        );
        const taken = empty(rows, slots, fields).takeOver(minutes);
        expect(all.map((slot) => plain(cellsAt(taken, slot)))).toEqual(oneByOne);
      }),
      { numRuns: 150 },
    );
  });

  it("keep what a feed writes into the unpacked columns, once they are told of it", () => {
    const minutes = empty(3, 60);
    for (let field = 0; field < FIELD_COUNT; field++) {
      for (let cell = 0; cell < 40 * 3; cell++) (minutes.columns[field] as Int32Array)[cell] = cell * 10 + field;
    }
    minutes.state.fill(COMPLETE, 0, 40);
    minutes.keep(0, 39);
    minutes.pack();
    for (const slot of [0, 15, 16, 39])
      expect(cellsAt(minutes, slot)[2]).toEqual([0, 1, 2].map((row) => (slot * 3 + row) * 10 + 2));
    expect(cellsAt(minutes, 40)[2]).toEqual([ABSENT, ABSENT, ABSENT]);
  });

  it("cost nothing before the first minute, and a few bytes a contract and minute of a quiet day", () => {
    const rows = 100;
    const minutes = empty(rows, 386);
    expect(minutes.heldBytes).toBe(0);
    const values = createColumns(rows);
    for (let slot = 0; slot < 386; slot++) {
      for (let field = 0; field < FIELD_COUNT; field++) {
        for (let row = 0; row < rows; row++) {
          const step = (row * 7 + slot * 3) % 9;
          values[field][row] = (1000 + row + (row % 3 === 0 ? step : 0)) * (isPriceField(field) ? TICK : LOT);
        }
      }
      minutes.writeSlot(slot, { columns: values, base: 0 }, rows, COMPLETE);
    }
    const packed = minutes.blocks.reduce((sum, { bytes }) => sum + bytes.length, 0);
    expect(packed / rows / 370).toBeLessThan(6);
    expect(minutes.heldBytes - packed).toBe(rows * 60 * (BLOCK_SLOTS + 4));
  });

  it("hold contracts that are listed later, absent in the minutes before", () => {
    const tokens = contracts(1, 2);
    const minutes = new PackedMinutes({ tokens, stride: 2, slots: 60, fields: ALL_FIELDS, tick: TICK });
    const values = createColumns(2);
    for (const column of values) column.fill(30);
    for (let slot = 0; slot < 20; slot++) minutes.writeSlot(slot, { columns: values, base: 0 }, 1, COMPLETE);
    tokens.length = 2;
    tokens.lotSize[1] = 10;
    for (let slot = 20; slot < 60; slot++) minutes.writeSlot(slot, { columns: values, base: 0 }, 2, COMPLETE);
    expect([3, 19, 20, 59].map((slot) => cellsAt(minutes, slot)[0])).toEqual([
      [30, ABSENT],
      [30, ABSENT],
      [30, 30],
      [30, 30],
    ]);
    expect(minutes.columns[0]?.[3 * 2 + 1]).toBe(ABSENT);
  });

  it("keep few rooms unpacked: the least recently asked for are packed again", () => {
    const one = empty(10, 100).plainBytes;
    const pool = new PlainPool(one * 2);
    const rooms = [0, 1, 2].map(() => empty(10, 100, ALL_FIELDS, 0, pool));
    const columns = rooms.map((room) => room.columns);
    expect(pool.bytes).toBe(one * 2);
    expect(rooms.map((room, i) => room.columns === columns[i])).toEqual([false, false, false]);
    const [, second, third] = rooms as [PackedMinutes, PackedMinutes, PackedMinutes];
    const kept = second.columns;
    expect(third.columns).not.toBe(columns[1]);
    expect(second.columns).toBe(kept);
  });
});
