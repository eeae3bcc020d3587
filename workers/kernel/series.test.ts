import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadQuantModule } from "../../assembly/load.mjs";
import { createKernel } from "./kernel.ts";
import { type PlainStrike, plainMaxPain, plainPain } from "./testing/plain-max-pain.ts";
import { VARIANTS } from "./variant.ts";

/** A column of a day, made by hand: rows are a spot, then the calls and puts that exist, by strike; and padding. */
interface Day {
  readonly column: { readonly cells: Float64Array; readonly stride: number };
  readonly callRows: Int32Array;
  readonly putRows: Int32Array;
  readonly slots: number;
}

const PADDING = 2;

/** `cells[slot]` holds the call and put of each strike in turn; `lacks[i]` 1: no call, 2: no put. */
function makeDay(cells: readonly (readonly number[])[], count: number, lacks: readonly number[] = []): Day {
  const callRows = new Int32Array(count).fill(-1);
  const putRows = new Int32Array(count).fill(-1);
  let rows = 1;
  for (let i = 0; i < count; i++) {
    if (lacks[i] !== 1) callRows[i] = rows++;
    if (lacks[i] !== 2) putRows[i] = rows++;
  }
  const stride = rows + PADDING;
  const column = { cells: new Float64Array(stride * cells.length).fill(999), stride };
  cells.forEach((slot, s) => {
    for (let i = 0; i < count; i++) {
      if (callRows[i]! >= 0) column.cells[s * stride + callRows[i]!] = slot[2 * i]!;
      if (putRows[i]! >= 0) column.cells[s * stride + putRows[i]!] = slot[2 * i + 1]!;
    }
  });
  return { column, callRows, putRows, slots: cells.length };
}

/** What a slot holds as objects, absent figures as none; strikes 50 apart. */
function plainSlot({ column, callRows, putRows }: Day, slot: number): PlainStrike[] {
  const units = (row: number) => (row < 0 ? 0 : Math.max(0, column.cells[slot * column.stride + row]! || 0));
  return [...callRows].map((row, i) => ({ strike: 50 * (i + 1), callOi: units(row), putOi: units(putRows[i]!) }));
}

const cell = fc.oneof(
  { weight: 6, arbitrary: fc.nat(4) }, // ties
  { weight: 3, arbitrary: fc.nat(4_000_000_000) }, // sums pass 32 bits
  { weight: 2, arbitrary: fc.constantFrom(-1, -1, Number.NaN) }, // absent
);
const days = fc.integer({ min: 1, max: 40 }).chain((count) =>
  fc
    .record({
      cells: fc.array(fc.array(cell, { minLength: 2 * count, maxLength: 2 * count }), { maxLength: 8 }),
      lacks: fc.array(fc.nat(6), { maxLength: count }),
    })
    .map(({ cells, lacks }) => makeDay(cells, count, lacks)),
);

describe.each(VARIANTS)("series kernels, %s", (variant) => {
  const kernel = createKernel(loadQuantModule(variant));

  function maxPain({ column, callRows, putRows, slots }: Day, from = 0, to = slots): number[] {
    const out = new Int32Array(slots).fill(-7);
    kernel.maxPain(column, callRows, putRows, from, to, out);
    return [...out];
  }

  function sumSides({ column, callRows, putRows, slots }: Day, from = 0, to = slots) {
    const calls = new Float64Array(slots).fill(-7);
    const puts = new Float64Array(slots).fill(-7);
    kernel.sumSides(column, callRows, putRows, from, to, calls, puts);
    return { calls: [...calls], puts: [...puts] };
  }

  describe("max pain", () => {
    it("by hand: five strikes", () => {
      const day = makeDay([[1, 2, 2, 5, 4, 5, 6, 3, 3, 0]], 5);
      const chain = plainSlot(day, 0);
      expect(chain.map(({ strike }) => plainPain(chain, strike))).toEqual([1200, 600, 350, 550, 1200]);
      expect(maxPain(day)).toEqual([2]);
    });

    it("equals the definition in every slot, wherever the slot before ended, and where strikes lack a side", () => {
      fc.assert(
        fc.property(days, (day) => {
          const strikes = maxPain(day).map((index) => (index < 0 ? Number.NaN : 50 * (index + 1)));
          expect(strikes).toEqual(strikes.map((_, slot) => plainMaxPain(plainSlot(day, slot))));
        }),
        { numRuns: 2000 },
      );
    });

    it("is the same whether a strike's put is its call's neighbour or not", () => {
      fc.assert(
        fc.property(days, (day) => {
          const { cells, stride } = day.column;
          const turned = { cells: new Float64Array(cells.length), stride };
          const turn = (row: number) => (row < 0 ? -1 : stride - 1 - row);
          for (let i = 0; i < cells.length; i++) turned.cells[i - (i % stride) + turn(i % stride)] = cells[i]!;
          const [callRows, putRows] = [day.callRows.map(turn), day.putRows.map(turn)];
          expect(maxPain({ ...day, column: turned, callRows, putRows })).toEqual(maxPain(day));
        }),
      );
    });

    it("counts what is absent, negative or not a number as none", () => {
      const day = makeDay(
        [
          [Number.NaN, 0, -5, Number.NaN, 0, 0],
          [-1, 0, 0, -9, 0, 10],
          [-1, -1, -1, -1, -1, -1],
        ],
        3,
      );
      expect(maxPain(day)).toEqual([-1, 2, -1]);
    });

    it("answers an index or -1 for any doubles at all", () => {
      const any = fc.array(fc.array(fc.double(), { minLength: 12, maxLength: 12 }), { maxLength: 4 });
      fc.assert(
        fc.property(any, (cells) => {
          for (const index of maxPain(makeDay(cells, 6))) expect([-1, 0, 1, 2, 3, 4, 5]).toContain(index);
        }),
      );
    });
  });

  describe("totals", () => {
    it("are the sums of each side, and NaN where a side has no figure", () => {
      fc.assert(
        fc.property(days, (day) => {
          const { calls, puts } = sumSides(day);
          for (let slot = 0; slot < day.slots; slot++) {
            expect(calls[slot]).toBe(plainSum(day, day.callRows, slot));
            expect(puts[slot]).toBe(plainSum(day, day.putRows, slot));
          }
        }),
        { numRuns: 1000 },
      );
    });

    it("zero is a figure, an empty selection has none", () => {
      const day = makeDay([[0, -1, -1, -1]], 2);
      expect(sumSides(day)).toEqual({ calls: [0], puts: [Number.NaN] });
      expect(sumSides({ ...day, callRows: new Int32Array(0) }).calls).toEqual([Number.NaN]);
    });

    it("read prices, too", () => {
      const cells = Int32Array.of(100, 200, -1, 300, 400, 500);
      const calls = new Float64Array(2);
      const puts = new Float64Array(2);
      kernel.sumSides({ cells, stride: 3 }, Int32Array.of(0, 1), Int32Array.of(2), 0, 2, calls, puts);
      expect([[...calls], [...puts]]).toEqual([
        [300, 700],
        [Number.NaN, 500],
      ]);
    });
  });

  describe("days of any size", () => {
    it.each([
      [1, 1],
      [1, 4000],
      [100, 376],
      [301, 500],
      [4000, 3],
    ])("%i strikes, %i slots: each slot as if alone, nothing outside the range", (count, slots) => {
      const cells = Array.from({ length: slots }, (_, slot) =>
        Array.from({ length: 2 * count }, (_, i) => (i >> 1 === (slot * 7) % count ? 10 + (i & 1) : 0)),
      );
      const day = makeDay(cells, count);
      const from = Math.min(1, slots - 1);
      const wanted = cells.map((_, slot) => (slot < from ? -7 : (slot * 7) % count));
      expect(maxPain(day, from)).toEqual(wanted);
      const { calls, puts } = sumSides(day, from);
      expect(calls).toEqual(cells.map((_, slot) => (slot < from ? -7 : 10)));
      expect(puts).toEqual(cells.map((_, slot) => (slot < from ? -7 : 11)));
    });

    it("goes on after a stretch in which nobody held anything", () => {
      const slots = Array.from({ length: 1600 }, (_, slot) => (slot < 1100 ? [0, 0, -1, -1] : [5, 0, 0, 9]));
      expect(maxPain(makeDay(slots, 2))).toEqual(slots.map((_, slot) => (slot < 1100 ? -1 : 1)));
    });

    it("no strikes and no slots", () => {
      expect(maxPain(makeDay([[], []], 0))).toEqual([-1, -1]);
      expect(maxPain(makeDay([], 3))).toEqual([]);
      expect(sumSides(makeDay([], 3))).toEqual({ calls: [], puts: [] });
    });

    it("refuses what does not fit", () => {
      const rows = Int32Array.of(0);
      const out = new Int32Array(9);
      const run = (stride: number, cells: number, to: number, calls = rows, puts = rows) =>
        kernel.maxPain({ cells: new Float64Array(cells), stride }, calls, puts, 0, to, out);
      expect(() => run(8193, 8193, 1)).toThrow(RangeError);
      expect(() => run(10, 19, 2)).toThrow(RangeError);
      expect(() => run(10, 20, 2, Int32Array.of(10))).toThrow(RangeError);
      expect(() => run(10, 20, 2, rows, Int32Array.of(1, 2))).toThrow(RangeError);
      const many = new Int32Array(4097).fill(-1);
      expect(() => run(10, 20, 2, many, many)).toThrow(RangeError);
    });
  });
});

function plainSum({ column }: Day, rows: Int32Array, slot: number): number {
  const figures = [...rows].filter((row) => row >= 0).map((row) => column.cells[slot * column.stride + row]!);
  const known = figures.filter((units) => units >= 0);
  return known.length === 0 ? Number.NaN : known.reduce((sum, units) => sum + units, 0);
}
