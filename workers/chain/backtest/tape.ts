/** A chain's day as a back-test walks through it: prices contract by contract, and which strike a rule takes when. */
import { MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import type { StrikeRule } from "#contract/domain/strategy/backtest.ts";
import { type Minute, minute } from "#contract/domain/units.ts";
import type { Market } from "#contract/worker/derivation.ts";
import { createChainGreeks } from "#kernel/chain-columns.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, createChainReader } from "#market/chain.ts";
import { cellsOf, slotMoment } from "#market/reference/moment.ts";
import { pricedLtp } from "#market/reference/pricing.ts";

export type TapeType = "CE" | "PE";

export interface Tape {
  readonly day: RoomDay;
  /** Slots with figures, ascending. */
  readonly filled: Int32Array;
  readonly minuteOf: (slot: number) => Minute;
  /** Strikes in rupees, ascending. */
  readonly strikes: Float64Array;
  /** Of a contract by slot, scaled; 0 where nothing is known of it. Made when it is asked for first. */
  prices(type: TapeType, strike: number): Int32Array;
  /** Index of the strike that the rule takes in the slot; -1 where there is none with a price. */
  pick(slot: number, type: TapeType, rule: StrikeRule): number;
  /** Units of a lot on that day. */
  readonly lotSize: number;
}

/** @returns undefined where the chain has no figures on that day. */
export function createTape(day: RoomDay, kernel: Kernel): Tape | undefined {
  const at = openChain(day);
  if (!at) return undefined;
  const { table } = at;
  const reader = createChainReader();
  const greeks = createChainGreeks(table.count);
  const columns = { CE: new Map<number, Int32Array>(), PE: new Map<number, Int32Array>() };
  const picked = new Map<string, number>();
  const strikes = Float64Array.from(table.strikes, (strike) => strike / day.priceScale);
  const { state } = day.minutes;
  const filled = Int32Array.from([...state.keys()].filter((slot) => state[slot] !== MISSING_MINUTE));
  const [anyRow = -1] = [...table.ce, ...table.pe].filter((row) => row >= 0);

  function readPrices(type: TapeType, strike: number): Int32Array {
    const row = (type === "CE" ? table.ce : table.pe)[strike] ?? -1;
    const out = new Int32Array(day.minutes.slots);
    const cells = cellsOf(day.minutes, 0);
    for (const slot of filled) {
      cells.base = slot * day.minutes.stride;
      out[slot] = row < 0 ? 0 : Math.max(pricedLtp(cells, row, at!.pricing), 0);
    }
    return out;
  }
  function prices(type: TapeType, strike: number): Int32Array {
    const known = columns[type].get(strike) ?? readPrices(type, strike);
    columns[type].set(strike, known);
    return known;
  }

  function choose(slot: number, type: TapeType, rule: StrikeRule): number {
    const now = reader.moveTo(at!, slotMoment(day, slot), minute(day.open + slot));
    if (rule.by === "atm") {
      const place = now.atm < 0 ? -1 : now.atm + rule.steps;
      return place >= 0 && place < strikes.length && prices(type, place)[slot]! > 0 ? place : -1;
    }
    const wanted = rule.by === "premium" ? rule.premium : rule.delta;
    const rupees = (one: TapeType) => Float64Array.from(strikes, (_, i) => prices(one, i)[slot]! / day.priceScale);
    const [callPrice, putPrice] = [rupees("CE"), rupees("PE")];
    const price = type === "CE" ? callPrice : putPrice;
    if (rule.by === "delta") {
      const model = { ...now.pricing, underlying: now.pricing.underlying / day.priceScale };
      kernel.priceChain({ length: table.count, strike: strikes, callPrice, putPrice }, model, greeks);
    }
    const { delta } = type === "CE" ? greeks.call : greeks.put;
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < strikes.length; i++) {
      const figure = rule.by === "premium" ? price[i]! : Math.abs(delta[i]!);
      const gap = Math.abs(figure - wanted);
      if (!(price[i]! > 0) || !(gap < least)) continue; // the lower of two strikes as near
      best = i;
      least = gap;
    }
    return best;
  }

  return {
    day,
    filled,
    minuteOf: (slot) => minute(day.open + slot),
    strikes,
    prices,
    pick(slot, type, rule) {
      const key = `${slot}${type}${JSON.stringify(rule)}`;
      const known = picked.get(key) ?? choose(slot, type, rule);
      picked.set(key, known);
      return known;
    },
    lotSize: anyRow < 0 ? 1 : day.tokens.lotSize[anyRow]!,
  };
}

function openChain(day: RoomDay): ChainMoment | undefined {
  const room = { day, structureVersion: 1, minuteVersion: 1, tickVersion: 1 };
  const market: Market = {
    room: () => room,
    doc: () => undefined,
    prices: () => ({ version: 0, ltp: () => Number.NaN }),
    missing: () => undefined,
  };
  const { exchange, symbol, expiry, date, open, minutes } = day;
  const pane = { exchange, symbol, expiry, expiries: [expiry], futureExpiry: undefined, futureExpiries: [] };
  const clock = { mode: "history", date, minute: minute(open + minutes.slots), speed: 1 } as const;
  return createChainReader().open({ market, pane, clock }, day.room);
}
