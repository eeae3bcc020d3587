/**
 * Hot: one day of one plan, a thousand plans of twenty days in a press. Minute by minute: each leg's stop and target, then the
 * whole's, at the last price that was recorded. What happens in a minute is filled at that minute's price, worse by the
 * slippage. Sums are scaled whole numbers until the end.
 */

import { weekday } from "#contract/domain/calendar.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import {
  type BacktestDay,
  type BacktestLeg,
  type BacktestPlan,
  type Fill,
  type FillReason,
  type Skipped,
  toPaisa,
} from "#contract/domain/strategy/backtest.ts";
import { type ChargedOrder, chargesOf } from "#contract/domain/strategy/charges.ts";
import { oppositeOf } from "#contract/domain/strategy/legs.ts";
import { signOf, unitsPerLot } from "#contract/domain/strategy/position.ts";
import type { Tape } from "./tape.ts";

/** A leg on its way through the day; prices are scaled. */
interface Running {
  readonly leg: BacktestLeg;
  readonly at: number;
  readonly sign: 1 | -1;
  readonly units: number;
  readonly strike: number;
  readonly prices: Int32Array;
  /** The price of the first entry's minute: it is entered again there. */
  readonly first: number;
  isOpen: boolean;
  entry: number;
  /** The newest price that is known. */
  last: number;
  reentries: number;
  /** What its closed rounds won, scaled rupees. */
  realised: number;
  /** After its last round, it is done. */
  isDone: boolean;
}

const skip = (tape: Tape, skipped: Skipped): BacktestDay => ({
  date: tape.day.date,
  net: 0,
  charges: 0,
  fills: [],
  skipped,
});

export function runDay(tape: Tape, plan: BacktestPlan): BacktestDay {
  const { day, filled } = tape;
  const { priceScale, open } = day;
  const underlying = underlyingOf(day.symbol);
  if (!plan.weekdays.includes(weekday(day.date))) return skip(tape, "weekday");
  const begin = filled.findIndex((slot) => open + slot >= plan.entry);
  const first = filled[begin];
  if (first === undefined || open + first >= plan.exit) return skip(tape, "entry");

  const slip = Math.round(plan.slippage * underlying.tick * priceScale);
  const fills: Fill[] = [];
  const orders: ChargedOrder[] = [];
  const legs: Running[] = [];
  for (const [at, leg] of plan.legs.entries()) {
    const strike = tape.pick(first, leg.type, leg.strike);
    const price = strike < 0 ? 0 : tape.prices(leg.type, strike)[first]!;
    if (price <= 0) return skip(tape, "strike");
    const units = leg.lots * unitsPerLot(tape.lotSize, underlying.multiplier);
    const common = { leg, at, sign: signOf(leg.side), units, strike, prices: tape.prices(leg.type, strike) };
    legs.push({
      ...common,
      first: price,
      isOpen: false,
      entry: 0,
      last: price,
      reentries: 0,
      realised: 0,
      isDone: false,
    });
  }

  /** @returns the price that was paid or had, scaled */
  function fill(one: Running, slot: number, isEntry: boolean, reason: FillReason): number {
    const side = isEntry ? one.leg.side : oppositeOf(one.leg.side);
    const price = Math.max(one.last + signOf(side) * slip, 0);
    const rupees = price / priceScale;
    const strike = tape.strikes[one.strike]!;
    fills.push({ minute: tape.minuteOf(slot), leg: one.at, side, strike, price: rupees, reason });
    orders.push({ type: one.leg.type, side, quantity: one.units, price: rupees });
    return price;
  }
  function enter(one: Running, slot: number, reason: FillReason): void {
    one.entry = fill(one, slot, true, reason);
    one.isOpen = true;
  }
  function leave(one: Running, slot: number, reason: FillReason): void {
    one.realised += one.sign * (fill(one, slot, false, reason) - one.entry) * one.units;
    one.isOpen = false;
  }

  for (const one of legs) enter(one, first, "entry");
  let place = begin + 1;
  for (; place < filled.length && open + filled[place]! < plan.exit; place++) {
    const slot = filled[place]!;
    for (const one of legs) watchLeg(one, slot);
    const sum = profitOf(legs) / priceScale;
    const isStop = plan.stop !== null && sum <= plan.stop;
    if (!isStop && (plan.target === null || sum < plan.target)) {
      if (legs.every(({ isOpen, isDone }) => !isOpen && isDone)) break;
      continue;
    }
    closeAll(slot, isStop ? "whole stop" : "whole target");
    break;
  }
  const end = filled[Math.min(place, filled.length - 1)]!;
  for (const one of legs) if (one.prices[end]! > 0) one.last = one.prices[end]!;
  closeAll(end, "exit");

  const gross = legs.reduce((sum, { realised }) => sum + realised, 0) / priceScale;
  const terms = { exchange: day.exchange, isCurrency: underlying.kind === "currency", date: day.date };
  const charges = plan.brokerage === null ? 0 : chargesOf(orders, { ...terms, brokerage: plan.brokerage }).total;
  return { date: day.date, net: toPaisa(gross - charges), charges, fills };

  function closeAll(slot: number, reason: FillReason): void {
    for (const one of legs) if (one.isOpen) leave(one, slot, reason);
  }

  function watchLeg(one: Running, slot: number): void {
    const price = one.prices[slot]!;
    if (price <= 0 || one.isDone) return;
    one.last = price;
    const { leg, sign } = one;
    if (!one.isOpen) {
      // A sold leg waits until it is as cheap as at first, a bought one until it is as dear.
      if (sign * (price - one.first) < 0) return;
      one.reentries++;
      enter(one, slot, "re-entry");
      return;
    }
    const won = sign * (price - one.entry) * 100;
    if (leg.stop !== null && won <= -leg.stop * one.entry) {
      leave(one, slot, "stop");
      one.isDone = one.reentries >= leg.reentries;
    } else if (leg.target !== null && won >= leg.target * one.entry) {
      leave(one, slot, "target");
      one.isDone = true;
    }
  }
}

const profitOf = (legs: readonly Running[]): number =>
  legs.reduce(
    (sum, { isOpen, sign, last, entry, units, realised }) =>
      sum + realised + (isOpen ? sign * (last - entry) * units : 0),
    0,
  );
