/** Calls of assembly/chain over a room's day: IV and greeks slot by slot. Hot (bench question: kernels). */
import { type ChainModel, RESULT_COLUMNS, type SideGreeks, sideOf } from "../chain-columns.ts";
import { type Core, check, copy } from "../core.ts";
import { type DayColumn, firstOfPairs } from "./series-calls.ts";

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

/** A wanted column, and where the core leaves it. */
interface Wanted {
  readonly isVol: boolean;
  readonly result: Float64Array;
  readonly out: Float64Array;
}

export function createChainSeriesCalls(core: Core): ChainSeriesKernel {
  const { calls, floats, integers } = core;
  const capacity = calls.CHAIN_CAPACITY.value;
  const strikes = floats(calls.STRIKE.value, capacity);
  const prices = floats(calls.SLOT_PRICE.value, 2 * capacity);
  const cellCapacity = 2 * calls.BLOCK_CELLS.value; // half as wide as a quantity
  const block = integers(calls.BLOCK.value, cellCapacity);
  const underlyings = floats(calls.SLOT_UNDERLYING.value, capacity);
  const slotYears = floats(calls.SLOT_YEARS.value, capacity);
  const columnBlock = floats(calls.RESULT.value, 2 * RESULT_COLUMNS.length * capacity);
  const results = { call: sideOf(columnBlock, 0, capacity), put: sideOf(columnBlock, 1, capacity) };
  const modelCode = {
    spot: calls.MODEL_SPOT.value,
    usdinr: calls.MODEL_FORWARD.value,
    forward: calls.MODEL_FORWARD.value,
  };

  function wantedOf(greeks: DayGreeks, side: "call" | "put", cells: number): Wanted[] {
    return RESULT_COLUMNS.flatMap((name) => {
      const out = greeks[side][name];
      if (out && out.length < cells) throw new RangeError(`${name} has ${out.length} cells of ${cells}`);
      return out ? [{ isVol: name === "iv" || name === "derivedIv", result: results[side][name], out }] : [];
    });
  }

  return {
    priceSlots({ ltp, priceScale, strike, callRows, putRows }, { model, underlying, years, rate }, from, to, out) {
      const length = strike.length;
      requireDay(ltp, callRows, putRows, length, to);
      if (Math.min(underlying.length, years.length) < to) throw new RangeError(`a model without slot ${to - 1}`);
      const wanted = [...wantedOf(out, "call", to * length), ...wantedOf(out, "put", to * length)];
      const hasGreeks = !wanted.every(({ isVol }) => isVol);
      const isRoomy = 2 * capacity + ltp.stride <= cellCapacity;
      const pairs = ltp.cells instanceof Int32Array && isRoomy ? firstOfPairs(callRows, putRows) : -1;
      for (let first = 0; first < length; first += capacity) {
        const count = Math.min(capacity, length - first);
        copy(strike, first, strikes, 0, count);
        // As many slots as fit, where they lie one after another in `out`, too.
        const fitting = count === length ? Math.max(1, Math.floor((capacity - 1) / count)) : 1;
        const step = pairs < 0 ? fitting : Math.min(fitting, Math.max(1, Math.floor(cellCapacity / ltp.stride)));
        let columns = cut(wanted, step * count);
        for (let slot = from; slot < to; slot += step) {
          const slots = Math.min(step, to - slot);
          if (slots < step) columns = cut(wanted, slots * count);
          for (let i = 0; i < slots; i++) {
            underlyings[i] = underlying[slot + i]!;
            slotYears[i] = years[slot + i]!;
          }
          if (pairs < 0)
            for (let i = 0; i < slots; i++)
              readPrices(ltp, slot + i, callRows, putRows, first, prices, 2 * i * count, count);
          else {
            const start = slot * ltp.stride + pairs + 2 * first;
            block.set(ltp.cells.subarray(start, start + (slots - 1) * ltp.stride + 2 * count));
          }
          const stride = pairs < 0 ? 0 : ltp.stride;
          check(core, calls.priceSlots(slots, count, modelCode[model], rate, priceScale, hasGreeks, stride));
          for (const { result, out } of columns) out.set(result, slot * length + first);
        }
      }
    },
  };
}

/** The same with results cut to one number of rows. */
const cut = (wanted: readonly Wanted[], rows: number): Wanted[] =>
  wanted.map((column) => ({ ...column, result: column.result.subarray(0, rows) }));

/** A slot's prices of both sides as they are stored, the puts after the calls; absent where there is no contract. */
function readPrices(
  { cells, stride }: DayColumn,
  slot: number,
  callRows: Int32Array,
  putRows: Int32Array,
  first: number,
  prices: Float64Array,
  start: number,
  count: number,
): void {
  const base = slot * stride;
  for (let i = 0; i < count; i++) {
    const callRow = callRows[first + i]!;
    const putRow = putRows[first + i]!;
    prices[start + i] = callRow < 0 ? -1 : cells[base + callRow]!;
    prices[start + count + i] = putRow < 0 ? -1 : cells[base + putRow]!;
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
