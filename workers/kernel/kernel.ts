/**
 * The face of the quant core, and the only file that knows its pointers. Give it the compiled module of
 * assembly/build/quant.wasm; it needs nothing else of its host, so browsers' workers, the server and commands share it.
 * Synchronous, no allocation after creation; one instance a thread.
 *
 * Hot (bench question: kernels).
 */
import type { instantiate } from "../../assembly/build/quant.js";
import type { ChainGreeks, ChainInput, ChainModel, SideGreeks } from "./chain-columns.ts";

type QuantExports = Awaited<ReturnType<typeof instantiate>>;

export interface Kernel {
  /**
   * Prices -> IV and greeks of both sides, for `input.length` strikes (any number: long chains go in chunks).
   * An option without an IV (no price, at or below intrinsic value, at or above its bound, expired, input not finite)
   * gets iv 0 and NaN elsewhere; nothing throws or traps on bad numbers.
   */
  priceChain(input: ChainInput, model: ChainModel, out: ChainGreeks): void;
  /**
   * IVs (out.call.iv, out.put.iv, fractions) -> prices in rupees and the other columns of `out`. Without an IV, or at
   * years 0, the price is the discounted intrinsic value and the greeks NaN (and iv comes back as 0).
   */
  valueChain(
    length: number,
    strike: Float64Array,
    model: ChainModel,
    out: ChainGreeks,
    callPrice: Float64Array,
    putPrice: Float64Array,
  ): void;
  /**
   * The strike of least pain for each slot: its row, the lowest one on a tie, or -1 where there is no open interest.
   * Rows are strikes in ascending order; OI in units, [slot][row], length slots x n; NaN counts as 0.
   */
  maxPain(callOi: Float64Array, putOi: Float64Array, slots: number, n: number, out: Int32Array): void;
  /** What all options together would pay (rupees x OI) if the underlying ended at each of the n ascending strikes. */
  painAt(strike: Float64Array, callOi: Float64Array, putOi: Float64Array, n: number, out: Float64Array): void;
}

/** Order of a side's result columns in memory (assembly/layout.ts). */
const RESULT_COLUMNS = ["iv", "delta", "gamma", "theta", "vega", "probAbove", "derivedIv"] as const;

/** A compiled quant core -> a kernel with memory of its own. */
export function createKernel(module: WebAssembly.Module): Kernel {
  const core = new WebAssembly.Instance(module).exports as unknown as QuantExports;
  const { buffer } = core.memory;
  const rows = core.CHAIN_CAPACITY.value;
  const cells = core.PAIN_CAPACITY.value;
  const maxSlots = core.SLOT_CAPACITY.value;
  const column = (address: number, length: number) => new Float64Array(buffer, address, length);
  const resultColumns = (address: number) =>
    RESULT_COLUMNS.map((_, index) => column(address + index * core.COLUMN_STRIDE.value, rows));

  const strikes = column(core.STRIKE.value, rows);
  const callPrices = column(core.CALL_PRICE.value, rows);
  const putPrices = column(core.PUT_PRICE.value, rows);
  const callResults = resultColumns(core.CALL_RESULT.value);
  const putResults = resultColumns(core.PUT_RESULT.value);
  const painStrikes = column(core.PAIN_STRIKE.value, cells);
  const painCalls = column(core.PAIN_CALL_OI.value, cells);
  const painPuts = column(core.PAIN_PUT_OI.value, cells);
  const painTotals = column(core.PAIN_TOTAL.value, cells);
  const painIndexes = new Int32Array(buffer, core.PAIN_INDEX.value, maxSlots);
  const modelCode = {
    spot: core.MODEL_SPOT.value,
    usdinr: core.MODEL_FORWARD.value,
    forward: core.MODEL_FORWARD.value,
  };

  function check(status: number): void {
    if (status !== core.OK.value) throw new Error(`quant core answered status ${status}`);
  }

  return {
    priceChain({ length, strike, callPrice, putPrice }, { model, underlying, years, rate }, out) {
      for (let start = 0; start < length; start += rows) {
        const count = Math.min(rows, length - start);
        copy(strike, start, strikes, 0, count);
        copy(callPrice, start, callPrices, 0, count);
        copy(putPrice, start, putPrices, 0, count);
        check(core.priceChain(count, modelCode[model], underlying, years, rate));
        copyResults(callResults, out.call, start, count);
        copyResults(putResults, out.put, start, count);
      }
    },

    valueChain(length, strike, { model, underlying, years, rate }, out, callPrice, putPrice) {
      for (let start = 0; start < length; start += rows) {
        const count = Math.min(rows, length - start);
        copy(strike, start, strikes, 0, count);
        copy(out.call.iv, start, callResults[0]!, 0, count);
        copy(out.put.iv, start, putResults[0]!, 0, count);
        check(core.valueChain(count, modelCode[model], underlying, years, rate));
        copy(callPrices, 0, callPrice, start, count);
        copy(putPrices, 0, putPrice, start, count);
        copyResults(callResults, out.call, start, count);
        copyResults(putResults, out.put, start, count);
      }
    },

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
        check(core.maxPain(n, count));
        for (let slot = 0; slot < count; slot++) out[start + slot] = painIndexes[slot]!;
      }
    },

    painAt(strike, callOi, putOi, n, out) {
      requireRows(n, cells);
      copy(strike, 0, painStrikes, 0, n);
      copy(callOi, 0, painCalls, 0, n);
      copy(putOi, 0, painPuts, 0, n);
      check(core.painAt(n));
      copy(painTotals, 0, out, 0, n);
    },
  };
}

function requireRows(n: number, cells: number): void {
  if (n > cells) throw new RangeError(`max pain takes at most ${cells} strikes, got ${n}`);
}

function copyResults(results: readonly Float64Array[], out: SideGreeks, start: number, count: number): void {
  for (let index = 0; index < RESULT_COLUMNS.length; index++)
    copy(results[index]!, 0, out[RESULT_COLUMNS[index]!], start, count);
}

/** A plain loop: for the few hundred values of a chain it beats `set` with its `subarray`, and allocates nothing. */
function copy(from: Float64Array, fromStart: number, to: Float64Array, toStart: number, count: number): void {
  for (let i = 0; i < count; i++) to[toStart + i] = from[fromStart + i]!;
}
