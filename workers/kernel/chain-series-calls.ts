/** Calls of assembly/chain over a room's day: IV and greeks slot by slot. Hot (bench question: kernels). */
import {
  type ChainGreeks,
  type ChainModel,
  RESULT_COLUMNS,
  resultRows,
  type SideGreeks,
  sideOf,
} from "./chain-columns.ts";
import { type Core, check, copy } from "./core.ts";
import type { DayColumn } from "./series-calls.ts";

/** The chosen strikes of a day. */
export interface DayChain {
  /** Last prices, scaled; absent is -1, and 0 was never traded. */
  readonly ltp: DayColumn;
  /** Scaled units a rupee. */
  readonly priceScale: number;
  /** Rupees, any order. */
  readonly strike: Float64Array;
  /** Rows by strike; -1 where there is no contract. */
  readonly callRows: Int32Array;
  readonly putRows: Int32Array;
}

/** ChainModel with an underlying (rupees) and a time to expiry (years) of its own for every slot. */
export interface DayModel {
  readonly model: ChainModel["model"];
  readonly underlying: Float64Array;
  readonly years: Float64Array;
  readonly rate: number;
}

/** The columns that are wanted of a side, [slot][strike]: the cell of strike i is `slot * strikes + i`. */
export type DaySide = { readonly [column in keyof SideGreeks]?: Float64Array };

export interface DayGreeks {
  readonly call: DaySide;
  readonly put: DaySide;
}

export interface ChainSeriesKernel {
  /**
   * IV and greeks of the slots [from, to), each as priceChain gives them for that minute (iv and derivedIv 0, else NaN,
   * where there is no IV). A slot without an underlying (NaN) is a gap: NaN in every column. Any number of strikes and slots;
   * columns too short for them are a RangeError. Asking for no more than iv and derivedIv leaves the greeks' work out.
   */
  priceSlots(chain: DayChain, model: DayModel, from: number, to: number, out: DayGreeks): void;
}

/** A wanted column. */
interface Wanted {
  readonly side: "call" | "put";
  readonly name: keyof SideGreeks;
  readonly out: Float64Array;
}

export function createChainSeriesCalls(core: Core): ChainSeriesKernel {
  const { calls, floats } = core;
  const capacity = calls.CHAIN_CAPACITY.value;
  const strikes = floats(calls.STRIKE.value, capacity);
  const callPrices = floats(calls.CALL_PRICE.value, capacity);
  const putPrices = floats(calls.PUT_PRICE.value, capacity);
  const modelCode = {
    spot: calls.MODEL_SPOT.value,
    usdinr: calls.MODEL_FORWARD.value,
    forward: calls.MODEL_FORWARD.value,
  };

  function wantedOf(greeks: DayGreeks, side: "call" | "put", cells: number): Wanted[] {
    return RESULT_COLUMNS.flatMap((name) => {
      const out = greeks[side][name];
      if (out && out.length < cells) throw new RangeError(`${name} has ${out.length} cells of ${cells}`);
      return out ? [{ side, name, out }] : [];
    });
  }

  const viewed: Pick<ChainGreeks, "call" | "put">[] = []; // by number of strikes

  /** Where the core leaves the results of so many strikes. */
  function resultsOf(count: number) {
    const block = floats(calls.RESULT.value, 2 * RESULT_COLUMNS.length * resultRows(count));
    viewed[count] ??= { call: sideOf(block, 0, count), put: sideOf(block, 1, count) };
    return viewed[count];
  }

  return {
    priceSlots({ ltp, priceScale, strike, callRows, putRows }, { model, underlying, years, rate }, from, to, out) {
      const length = strike.length;
      requireDay(ltp, callRows, putRows, length, to);
      if (Math.min(underlying.length, years.length) < to) throw new RangeError(`a model without slot ${to - 1}`);
      const wanted = [...wantedOf(out, "call", to * length), ...wantedOf(out, "put", to * length)];
      const isVols = wanted.every(({ name }) => name === "iv" || name === "derivedIv");
      const solve = isVols ? calls.solveChain : calls.priceChain;
      for (let first = 0; first < length; first += capacity) {
        const count = Math.min(capacity, length - first);
        const results = resultsOf(count);
        const columns = wanted.map(({ side, name, out }) => ({ result: results[side][name], out }));
        copy(strike, first, strikes, 0, count);
        for (let slot = from; slot < to; slot++) {
          const at = slot * length + first;
          const price = underlying[slot]!;
          if (Number.isNaN(price)) {
            for (const column of columns) column.out.fill(Number.NaN, at, at + count);
            continue;
          }
          readPrices(ltp, slot, priceScale, callRows, first, callPrices, count);
          readPrices(ltp, slot, priceScale, putRows, first, putPrices, count);
          check(core, solve(count, modelCode[model], price, years[slot]!, rate));
          for (const column of columns) copy(column.result, 0, column.out, at, count);
        }
      }
    },
  };
}

/** Prices of one side in rupees, 0 where there is none. */
function readPrices(
  { cells, stride }: DayColumn,
  slot: number,
  priceScale: number,
  rows: Int32Array,
  first: number,
  prices: Float64Array,
  count: number,
): void {
  const base = slot * stride;
  for (let i = 0; i < count; i++) {
    const row = rows[first + i]!;
    const price = row < 0 ? 0 : cells[base + row]!;
    prices[i] = price > 0 ? price / priceScale : 0;
  }
}

function requireDay(
  { cells, stride }: DayColumn,
  callRows: Int32Array,
  putRows: Int32Array,
  strikes: number,
  to: number,
): void {
  if (to * stride > cells.length) throw new RangeError(`slot ${to - 1} lies beyond a column of ${cells.length} cells`);
  if (callRows.length !== strikes || putRows.length !== strikes)
    throw new RangeError(`${strikes} strikes, rows of ${callRows.length} calls and ${putRows.length} puts`);
}
