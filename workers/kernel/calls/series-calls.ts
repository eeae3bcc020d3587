/** Calls of assembly/series: one figure a slot over a room's day. Hot (bench question: kernels). */
import { type Core, check } from "../core.ts";

/** A column of a day: the cell of (slot, row) is `slot * stride + row`; absent is -1. */
export interface DayColumn {
  readonly cells: Float64Array | Int32Array;
  readonly stride: number;
}

/**
 * Over the slots [from, to) of a column; results are indexed by slot. `callRows` and `putRows` are rows by strike, -1 where
 * there is no contract; at most 4,096 contracts a side in rooms of at most 8,192 rows, more is a RangeError. Cells that are
 * absent, negative or NaN never count. Sums are exact to 2^53.
 */
export interface SeriesKernel {
  /**
   * The strike of least pain by open interest: its index among the strikes (in ascending order, as many as `callRows` and
   * `putRows` are long), the lowest on a tie; -1 where nobody holds anything.
   */
  maxPain(oi: DayColumn, callRows: Int32Array, putRows: Int32Array, from: number, to: number, out: Int32Array): void;
  /** Totals of the chosen calls and puts, of OI or volume; NaN where no contract of a side has a figure. */
  sumSides(
    column: DayColumn,
    callRows: Int32Array,
    putRows: Int32Array,
    from: number,
    to: number,
    callSums: Float64Array,
    putSums: Float64Array,
  ): void;
}

/** Cells handed over at a time: small enough to be in the processor's first cache still when the core reads them. */
const BLOCK_TARGET = 4096;

const CELL_BYTES = 8;

/** The row of the first call where each strike's put follows its call, and the next strike follows both; else -1. */
export function firstOfPairs(callRows: Int32Array, putRows: Int32Array): number {
  const first = callRows.length > 0 ? callRows[0]! : -1;
  for (let i = 0; i < callRows.length; i++) {
    const row = first + 2 * i;
    if (first < 0 || callRows[i] !== row || putRows[i] !== row + 1) return -1;
  }
  return first;
}

export function createSeriesCalls(core: Core): SeriesKernel {
  const { calls, floats, integers } = core;
  const capacity = calls.ROW_CAPACITY.value;
  const cellCapacity = calls.BLOCK_CELLS.value;
  const slotCapacity = calls.BLOCK_SLOTS.value;
  const block = floats(calls.BLOCK.value, cellCapacity);
  const callOffsets = integers(calls.CALL_ROW.value, capacity);
  const putOffsets = integers(calls.PUT_ROW.value, capacity);
  const callsBelow = integers(calls.CALLS_BELOW.value, capacity + 1);
  const putsBelow = integers(calls.PUTS_BELOW.value, capacity + 1);
  const indexes = integers(calls.SLOT_INDEX.value, slotCapacity);
  const blockCallSums = floats(calls.CALL_SUM.value, slotCapacity);
  const blockPutSums = floats(calls.PUT_SUM.value, slotCapacity);

  /** Slots that go into one block. */
  function blockSlots({ cells, stride }: DayColumn, to: number): number {
    if (stride > cellCapacity) throw new RangeError(`a room has at most ${cellCapacity} rows, got ${stride}`);
    if (to * stride > cells.length)
      throw new RangeError(`slot ${to - 1} lies beyond a column of ${cells.length} cells`);
    return Math.min(slotCapacity, Math.max(1, Math.floor(BLOCK_TARGET / stride)));
  }

  /** Hands over the rows of a side; answers how many contracts there are. */
  function setRows(rows: Int32Array, stride: number, offsets: Int32Array, below: Int32Array): number {
    if (rows.length > capacity) throw new RangeError(`at most ${capacity} contracts a side, got ${rows.length}`);
    let count = 0;
    for (let i = 0; i < rows.length; i++) {
      below[i] = count;
      const row = rows[i]!;
      if (row >= stride) throw new RangeError(`row ${row} of a room with ${stride}`);
      if (row >= 0) offsets[count++] = row * CELL_BYTES;
    }
    below[rows.length] = count;
    return count;
  }

  function setBlock({ cells, stride }: DayColumn, slot: number, slots: number): void {
    block.set(cells.subarray(slot * stride, (slot + slots) * stride));
  }

  return {
    maxPain(oi, callRows, putRows, from, to, out) {
      const strikes = callRows.length;
      if (putRows.length !== strikes) throw new RangeError(`${strikes} strikes of calls, ${putRows.length} of puts`);
      const step = blockSlots(oi, to);
      setRows(callRows, oi.stride, callOffsets, callsBelow);
      setRows(putRows, oi.stride, putOffsets, putsBelow);
      if (strikes === 0) {
        out.fill(-1, from, to);
        return;
      }
      const pairs = firstOfPairs(callRows, putRows);
      let near = strikes >> 1;
      for (let slot = from; slot < to; slot += step) {
        const slots = Math.min(step, to - slot);
        setBlock(oi, slot, slots);
        check(core, calls.maxPain(slots, oi.stride, strikes, near, pairs));
        for (let i = 0; i < slots; i++) out[slot + i] = indexes[i]!;
        near = Math.max(0, indexes[slots - 1]!);
      }
    },

    sumSides(column, callRows, putRows, from, to, callSums, putSums) {
      const step = blockSlots(column, to);
      const callCount = setRows(callRows, column.stride, callOffsets, callsBelow);
      const putCount = setRows(putRows, column.stride, putOffsets, putsBelow);
      for (let slot = from; slot < to; slot += step) {
        const slots = Math.min(step, to - slot);
        setBlock(column, slot, slots);
        check(core, calls.sumSides(slots, column.stride, callCount, putCount));
        for (let i = 0; i < slots; i++) {
          callSums[slot + i] = blockCallSums[i]!;
          putSums[slot + i] = blockPutSums[i]!;
        }
      }
    },
  };
}
