/** Calls of assembly/chain/max-pain. Hot (bench question: kernels). */
import { type Core, check, copy } from "./core.ts";

export interface PainKernel {
  /**
   * The strike of least pain for each slot: its row, the lowest one on a tie, or -1 where there is no open interest.
   * Rows are strikes in ascending order; OI in units, [slot][row], length slots x n; NaN counts as 0.
   */
  maxPain(callOi: Float64Array, putOi: Float64Array, slots: number, n: number, out: Int32Array): void;
  /** What all options together would pay (rupees x OI) if the underlying ended at each of the n ascending strikes. */
  painAt(strike: Float64Array, callOi: Float64Array, putOi: Float64Array, n: number, out: Float64Array): void;
}

export function createPainCalls(core: Core): PainKernel {
  const { calls, floats, integers } = core;
  const cells = calls.PAIN_CAPACITY.value;
  const maxSlots = calls.SLOT_CAPACITY.value;
  const painStrikes = floats(calls.PAIN_STRIKE.value, cells);
  const painCalls = floats(calls.PAIN_CALL_OI.value, cells);
  const painPuts = floats(calls.PAIN_PUT_OI.value, cells);
  const painTotals = floats(calls.PAIN_TOTAL.value, cells);
  const painIndexes = integers(calls.PAIN_INDEX.value, maxSlots);

  return {
    maxPain(callOi, putOi, slots, n, out) {
      requireRows(n, cells);
      if (n === 0) {
        out.fill(-1, 0, slots);
        return;
      }
      const chunk = Math.min(maxSlots, Math.floor(cells / n));
      for (let start = 0; start < slots; start += chunk) {
        const count = Math.min(chunk, slots - start);
        copy(callOi, start * n, painCalls, 0, count * n);
        copy(putOi, start * n, painPuts, 0, count * n);
        check(core, calls.maxPain(n, count));
        for (let slot = 0; slot < count; slot++) out[start + slot] = painIndexes[slot]!;
      }
    },

    painAt(strike, callOi, putOi, n, out) {
      requireRows(n, cells);
      copy(strike, 0, painStrikes, 0, n);
      copy(callOi, 0, painCalls, 0, n);
      copy(putOi, 0, painPuts, 0, n);
      check(core, calls.painAt(n));
      copy(painTotals, 0, out, 0, n);
    },
  };
}

function requireRows(n: number, cells: number): void {
  if (n > cells) throw new RangeError(`max pain takes at most ${cells} strikes, got ${n}`);
}
