/** Calls of assembly/chain: whole chains between prices, IVs and greeks. Hot (bench question: kernels). */
import type { ChainGreeks, ChainInput, ChainModel, SideGreeks } from "./chain-columns.ts";
import { type Core, check, copy } from "./core.ts";

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

/** Order of a side's result columns in memory (assembly/layout.ts). */
const RESULT_COLUMNS = ["iv", "delta", "gamma", "theta", "vega", "probAbove", "derivedIv"] as const;

export function createChainCalls(core: Core): ChainKernel {
  const { calls, floats } = core;
  const rows = calls.CHAIN_CAPACITY.value;
  const resultColumns = (address: number) =>
    RESULT_COLUMNS.map((_, index) => floats(address + index * calls.COLUMN_STRIDE.value, rows));
  const strikes = floats(calls.STRIKE.value, rows);
  const callPrices = floats(calls.CALL_PRICE.value, rows);
  const putPrices = floats(calls.PUT_PRICE.value, rows);
  const callResults = resultColumns(calls.CALL_RESULT.value);
  const putResults = resultColumns(calls.PUT_RESULT.value);
  const modelCode = {
    spot: calls.MODEL_SPOT.value,
    usdinr: calls.MODEL_FORWARD.value,
    forward: calls.MODEL_FORWARD.value,
  };

  return {
    priceChain({ length, strike, callPrice, putPrice }, { model, underlying, years, rate }, out) {
      for (let start = 0; start < length; start += rows) {
        const count = Math.min(rows, length - start);
        copy(strike, start, strikes, 0, count);
        copy(callPrice, start, callPrices, 0, count);
        copy(putPrice, start, putPrices, 0, count);
        check(core, calls.priceChain(count, modelCode[model], underlying, years, rate));
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
        check(core, calls.valueChain(count, modelCode[model], underlying, years, rate));
        copy(callPrices, 0, callPrice, start, count);
        copy(putPrices, 0, putPrice, start, count);
        copyResults(callResults, out.call, start, count);
        copyResults(putResults, out.put, start, count);
      }
    },
  };
}

function copyResults(results: readonly Float64Array[], out: SideGreeks, start: number, count: number): void {
  for (let index = 0; index < RESULT_COLUMNS.length; index++)
    copy(results[index]!, 0, out[RESULT_COLUMNS[index]!], start, count);
}
