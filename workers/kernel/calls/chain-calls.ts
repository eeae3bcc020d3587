/** Calls of assembly/chain: whole chains between prices, IVs and greeks. Hot (bench question: kernels). */
import {
  type ChainGreeks,
  type ChainInput,
  type ChainModel,
  RESULT_COLUMNS,
  resultRows,
  type SideGreeks,
  sideOf,
} from "../chain-columns.ts";
import { type Core, check, copy } from "../core.ts";

export interface ChainKernel {
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
}

/** The module's columns cut to one number of rows: `set` of such a view is one memory move, where a loop goes value by value. */
interface Rows extends ChainGreeks {
  readonly strike: Float64Array;
  readonly callPrice: Float64Array;
  readonly putPrice: Float64Array;
}

export function createChainCalls(core: Core): ChainKernel {
  const { calls, floats } = core;
  const capacity = calls.CHAIN_CAPACITY.value;
  const modelCode = {
    spot: calls.MODEL_SPOT.value,
    usdinr: calls.MODEL_FORWARD.value,
    forward: calls.MODEL_FORWARD.value,
  };
  const viewed: Rows[] = []; // by number of rows: a market has few lengths of chains
  const rowsOf = (count: number): Rows => {
    const found = viewed[count];
    if (found !== undefined) return found;
    const block = floats(calls.RESULT.value, 2 * RESULT_COLUMNS.length * resultRows(count));
    const rows = {
      strike: floats(calls.STRIKE.value, count),
      callPrice: floats(calls.CALL_PRICE.value, count),
      putPrice: floats(calls.PUT_PRICE.value, count),
      call: sideOf(block, 0, count),
      put: sideOf(block, 1, count),
      block,
    };
    viewed[count] = rows;
    return rows;
  };

  return {
    priceChain({ length, strike, callPrice, putPrice }, { model, underlying, years, rate }, out) {
      for (let start = 0; start < length; start += capacity) {
        const count = Math.min(capacity, length - start);
        const rows = rowsOf(count);
        copyIn(strike, start, rows.strike, count);
        copyIn(callPrice, start, rows.callPrice, count);
        copyIn(putPrice, start, rows.putPrice, count);
        check(core, calls.priceChain(count, modelCode[model], underlying, years, rate));
        copyResults(rows, out, start);
      }
    },

    valueChain(length, strike, { model, underlying, years, rate }, out, callPrice, putPrice) {
      for (let start = 0; start < length; start += capacity) {
        const count = Math.min(capacity, length - start);
        const rows = rowsOf(count);
        copyIn(strike, start, rows.strike, count);
        copyIn(out.call.iv, start, rows.call.iv, count);
        copyIn(out.put.iv, start, rows.put.iv, count);
        check(core, calls.valueChain(count, modelCode[model], underlying, years, rate));
        callPrice.set(rows.callPrice, start);
        putPrice.set(rows.putPrice, start);
        copyResults(rows, out, start);
      }
    },
  };
}

function copyIn(from: Float64Array, start: number, to: Float64Array, count: number): void {
  if (from.length === count) to.set(from);
  else copy(from, start, to, 0, count);
}

/** In one move where the chain fills `out`, else column by column. */
function copyResults(rows: Rows, out: ChainGreeks, start: number): void {
  if (out.call.iv.length === rows.call.iv.length) {
    out.block.set(rows.block);
    return;
  }
  copySide(rows.call, out.call, start);
  copySide(rows.put, out.put, start);
}

function copySide(results: SideGreeks, out: SideGreeks, start: number): void {
  out.iv.set(results.iv, start);
  out.derivedIv.set(results.derivedIv, start);
  out.delta.set(results.delta, start);
  out.gamma.set(results.gamma, start);
  out.theta.set(results.theta, start);
  out.vega.set(results.vega, start);
  out.probAbove.set(results.probAbove, start);
}
