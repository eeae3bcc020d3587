/** A chain's day as a back-test walks through it: prices contract by contract, and which strike a rule takes when. */

import { MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { weekday } from "#contract/domain/reference/calendar.ts";
import { lotsPerOrder } from "#contract/domain/reference/lots.ts";
import type { DayTerms, StrikeRule } from "#contract/domain/strategy/backtest.ts";
import { type ChargedOrder, chargingOn } from "#contract/domain/strategy/charges.ts";
import { unitsPerLot } from "#contract/domain/strategy/position.ts";
import { type Minute, minute, qty } from "#contract/domain/units.ts";
import type { Market } from "#contract/worker/derivation.ts";
import { createChainGreeks } from "#kernel/chain-columns.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, createChainReader } from "#market/chain.ts";
import { cellsOf, slotMoment } from "#market/reference/moment.ts";
import { pricedLtp } from "#market/reference/pricing.ts";
import { type ContractDay, createContractDay } from "./contract-day.ts";

export type TapeType = "CE" | "PE";

export interface Tape extends Pick<DayTerms, "tick"> {
  readonly day: RoomDay;
  /** 1 is Monday. */
  readonly weekday: number;
  /** By slot: 1 where there are figures. */
  readonly filled: Uint8Array;
  /** The last one; -1 where there is none. */
  readonly lastSlot: number;
  /** The first slot with figures from this one on; -1 where there is none. */
  slotFrom(slot: number): number;
  readonly minuteOf: (slot: number) => Minute;
  /** Strikes in rupees, ascending. */
  readonly strikes: Float64Array;
  /** Made when it is asked for first. */
  contract(type: TapeType, strike: number): ContractDay;
  /** What these orders cost on that day, rupees. @param brokerage rupees an order */
  charges(orders: readonly ChargedOrder[], brokerage: number): number;
  /** Index of the strike that the rule takes in the slot; -1 where there is none with a price. */
  pick(slot: number, type: TapeType, rule: StrikeRule): number;
  /** Units of P&L on that day: of a lot, and of the exchange's largest order. */
  readonly unitsOfLot: number;
  readonly mostUnits: number;
}

/** @returns undefined where the chain has no figures on that day */
export function createTape(day: RoomDay, kernel: Kernel, terms: DayTerms): Tape | undefined {
  const at = openChain(day, terms);
  if (!at) return undefined;
  const { table } = at;
  const reader = createChainReader();
  const greeks = createChainGreeks(table.count);
  const contracts = { CE: new Map<number, ContractDay>(), PE: new Map<number, ContractDay>() };
  /** Rules are few, and the same objects in all sets; the strike and 2 by slot, 0 where it was not asked for yet. */
  const picked = { CE: new Map<StrikeRule, Int16Array>(), PE: new Map<StrikeRule, Int16Array>() };
  const strikes = Float64Array.from(table.strikes, (strike) => strike / day.priceScale);
  const { slots, state } = day.minutes;
  const filled = Uint8Array.from(state, (one) => (one === MISSING_MINUTE ? 0 : 1));
  const next = new Int16Array(slots + 1).fill(-1);
  for (let slot = slots - 1; slot >= 0; slot--) next[slot] = filled[slot] ? slot : next[slot + 1]!;
  const [anyRow = -1] = [...table.ce, ...table.pe].filter((row) => row >= 0);
  const lotSize = anyRow < 0 ? 1 : day.tokens.lotSize[anyRow]!;
  const { multiplier, kind } = underlyingOf(day.symbol);
  const unitsOfLot = unitsPerLot(lotSize, multiplier);
  const charged = { exchange: day.exchange, isCurrency: kind === "currency", date: day.date };
  const chargings = new Map<number, ReturnType<typeof chargingOn>>();

  const cells = cellsOf(day.minutes, 0);
  /** Scaled; 0 where nothing was recorded. */
  function priceAt(type: TapeType, strike: number, slot: number): number {
    const row = (type === "CE" ? table.ce : table.pe)[strike]!;
    if (row < 0 || !filled[slot]) return 0;
    cells.base = slot * day.minutes.stride;
    return Math.max(pricedLtp(cells, row, at!.pricing), 0);
  }
  function contract(type: TapeType, strike: number): ContractDay {
    const known = contracts[type].get(strike);
    if (known) return known;
    const prices = new Int32Array(slots);
    for (let slot = 0; slot < slots; slot++) prices[slot] = priceAt(type, strike, slot);
    const made = createContractDay(prices);
    contracts[type].set(strike, made);
    return made;
  }

  function choose(slot: number, type: TapeType, rule: StrikeRule): number {
    if (rule.by === "premium")
      return nearest(slot, type, (strike) => priceAt(type, strike, slot) / day.priceScale, rule.premium);
    const now = reader.moveTo(at!, slotMoment(day, slot), minute(day.open + slot));
    if (rule.by === "atm") {
      const place = now.atm < 0 ? -1 : now.atm + rule.steps;
      return place >= 0 && place < strikes.length && priceAt(type, place, slot) > 0 ? place : -1;
    }
    const rupees = (one: TapeType) => Float64Array.from(strikes, (_, i) => priceAt(one, i, slot) / day.priceScale);
    const model = { ...now.pricing, underlying: now.pricing.underlying / day.priceScale };
    const prices = { callPrice: rupees("CE"), putPrice: rupees("PE") };
    kernel.priceChain({ length: table.count, strike: strikes, ...prices }, model, greeks);
    const { delta } = type === "CE" ? greeks.call : greeks.put;
    return nearest(slot, type, (strike) => Math.abs(delta[strike]!), rule.delta);
  }

  /** The strike with a price whose figure is nearest, the lower of two as near; -1 where none has a price. */
  function nearest(slot: number, type: TapeType, figureOf: (strike: number) => number, wanted: number): number {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let strike = 0; strike < strikes.length; strike++) {
      const gap = Math.abs(figureOf(strike) - wanted);
      if (!(gap < least) || !(priceAt(type, strike, slot) > 0)) continue;
      best = strike;
      least = gap;
    }
    return best;
  }

  return {
    day,
    tick: terms.tick,
    weekday: weekday(day.date),
    filled,
    lastSlot: filled.lastIndexOf(1),
    slotFrom: (slot) => next[Math.min(Math.max(slot, 0), slots)]!,
    minuteOf: (slot) => minute(day.open + slot),
    strikes,
    contract,
    charges(orders, brokerage) {
      const charging = chargings.get(brokerage) ?? chargingOn({ ...charged, brokerage });
      chargings.set(brokerage, charging);
      return charging(orders).total;
    },
    pick(slot, type, rule) {
      let bySlot = picked[type].get(rule);
      if (!bySlot) {
        bySlot = new Int16Array(slots);
        picked[type].set(rule, bySlot);
      }
      if (bySlot[slot] === 0) bySlot[slot] = choose(slot, type, rule) + 2;
      return bySlot[slot]! - 2;
    },
    unitsOfLot,
    mostUnits: lotsPerOrder(qty(terms.freeze), qty(lotSize)) * unitsOfLot,
  };
}

function openChain(day: RoomDay, { expiries, futureExpiries }: DayTerms): ChainMoment | undefined {
  const room = { day, structureVersion: 1, minuteVersion: 1, tickVersion: 1 };
  const market: Market = {
    room: () => room,
    doc: () => undefined,
    prices: () => ({ version: 0, ltp: () => Number.NaN }),
    missing: () => undefined,
  };
  const { exchange, symbol, expiry, date, open, minutes } = day;
  const pane = { exchange, symbol, expiry, expiries, futureExpiry: undefined, futureExpiries };
  const clock = { mode: "history", date, minute: minute(open + minutes.slots), speed: 1 } as const;
  return createChainReader().open({ market, pane, clock }, day.room);
}
