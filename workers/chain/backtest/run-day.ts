/**
 * Hot: one day of one plan, a thousand plans of twenty days in a press. It goes from event to event: a leg's stop, target and
 * re-entry are searched in its contract's day, and the whole's stop and target between two events, block by block. What
 * happens in a minute is filled at that minute's last price, worse by the slippage. Sums are scaled whole numbers until the
 * end. Legs and orders are the runner's own and used again, and fills are written only where they are asked for: few sets
 * are ever looked at, and what is thrown away would cost more than the search.
 */

import {
  type BacktestDay,
  type BacktestLeg,
  type BacktestPlan,
  type DayResult,
  type Fill,
  type FillReason,
  type Skipped,
  toPaisa,
} from "#contract/domain/strategy/backtest.ts";
import type { ChargedOrder } from "#contract/domain/strategy/charges.ts";
import { oppositeOf } from "#contract/domain/strategy/legs.ts";
import { signOf } from "#contract/domain/strategy/position.ts";
import { BLOCK_SHIFT, type ContractDay, firstAtMost } from "./contract-day.ts";
import type { Tape } from "./tape.ts";

export interface DayRunner {
  result(tape: Tape, plan: BacktestPlan): DayResult;
  /** The same with its fills. */
  day(tape: Tape, plan: BacktestPlan): BacktestDay;
}

/** A leg on its way through the day; prices are scaled. */
interface Running {
  leg: BacktestLeg;
  at: number;
  sign: 1 | -1;
  units: number;
  strike: number;
  contract: ContractDay;
  /** The price of the first entry's minute: it is entered again there. */
  first: number;
  isOpen: boolean;
  entry: number;
  reentries: number;
  /** What its closed rounds won, scaled rupees. */
  realised: number;
  /** After its last round, it is done. */
  isDone: boolean;
  /** The slot of its next event. */
  next: number;
}

export function createDayRunner(): DayRunner {
  const legs: Running[] = [];
  const orders: ChargedOrder[] = [];
  /** Orders that were made once, to be filled in anew. */
  const spare: { -readonly [K in keyof ChargedOrder]: ChargedOrder[K] }[] = [];
  let tape: Tape;
  let plan: BacktestPlan;
  /** Undefined where nobody asks for them. */
  let fills: Fill[] | undefined;
  /** Events are before it. */
  let to = 0;
  /** Scaled. */
  let slip = 0;

  const resultOf = (net: number, charges: number, skipped?: Skipped): DayResult => ({
    date: tape.day.date,
    net,
    charges,
    orders: orders.length,
    ...(skipped !== undefined && { skipped }),
  });

  function run(): DayResult {
    const { day, tick } = tape;
    const { priceScale, open } = day;
    orders.length = 0;
    if (!plan.weekdays.includes(tape.weekday)) return resultOf(0, 0, "weekday");
    const first = tape.slotFrom(plan.entry - open);
    if (first < 0 || open + first >= plan.exit) return resultOf(0, 0, "entry");
    const exit = tape.slotFrom(plan.exit - open);
    to = exit < 0 ? tape.lastSlot + 1 : exit;
    slip = Math.round(plan.slippage * tick * priceScale);
    if (!placeLegs(first)) return resultOf(0, 0, "strike");

    for (const one of legs) enter(one, first, "entry");
    const met = untilMet(first);
    if (met >= 0) closeAll(met, isStopped(profitAt(met)) ? "whole stop" : "whole target");
    const end = exit < 0 ? tape.lastSlot : exit;
    closeAll(end, "exit");

    let gross = 0;
    for (const { realised } of legs) gross += realised;
    const charges = plan.brokerage === null ? 0 : tape.charges(orders, plan.brokerage);
    return resultOf(toPaisa(gross / priceScale - charges), charges);
  }

  /** @returns whether each leg has a strike with a price */
  function placeLegs(first: number): boolean {
    legs.length = Math.min(legs.length, plan.legs.length);
    for (let at = 0; at < plan.legs.length; at++) {
      const leg = plan.legs[at]!;
      const strike = tape.pick(first, leg.type, leg.strike);
      if (strike < 0) return false;
      const contract = tape.contract(leg.type, strike);
      const price = contract.prices[first]!;
      if (price <= 0) return false;
      legs[at] ??= blankLeg(leg, contract);
      const one = legs[at];
      one.leg = leg;
      one.at = at;
      one.sign = signOf(leg.side);
      one.units = leg.lots * tape.unitsOfLot;
      one.strike = strike;
      one.contract = contract;
      one.first = price;
      one.isOpen = false;
      one.entry = 0;
      one.reentries = 0;
      one.realised = 0;
      one.isDone = false;
      one.next = to;
    }
    return true;
  }

  /** @returns the slot where the whole meets its stop or target; -1 where the exit or the end of all legs comes first */
  function untilMet(first: number): number {
    for (let slot = first; ; ) {
      let event = to;
      for (const { next } of legs) if (next < event) event = next;
      const crossed = firstOfWhole(slot + 1, event);
      if (crossed < event) return crossed;
      if (event === to) return -1;
      slot = event;
      for (const one of legs) if (one.next === slot) pass(one, slot);
      if (isCrossed(profitAt(slot))) return slot;
      if (legs.every(({ isOpen, isDone }) => !isOpen && isDone)) return -1;
    }
  }

  /** A fill at the newest price, in orders of the exchange's largest size. @returns what was paid or had, scaled */
  function fill(one: Running, slot: number, isEntry: boolean, reason: FillReason): number {
    const side = isEntry ? one.leg.side : oppositeOf(one.leg.side);
    const price = Math.max(one.contract.known[slot]! + signOf(side) * slip, 0);
    const rupees = price / tape.day.priceScale;
    for (let left = one.units; left > 0; left -= tape.mostUnits) {
      const at = orders.length;
      spare[at] ??= { type: one.leg.type, side, quantity: 0, price: 0 };
      const order = spare[at];
      order.type = one.leg.type;
      order.side = side;
      order.quantity = Math.min(left, tape.mostUnits);
      order.price = rupees;
      orders.push(order);
    }
    const strike = tape.strikes[one.strike]!;
    fills?.push({ minute: tape.minuteOf(slot), leg: one.at, side, strike, price: rupees, reason });
    return price;
  }
  function enter(one: Running, slot: number, reason: FillReason): void {
    one.entry = fill(one, slot, true, reason);
    one.isOpen = true;
    const { leg, contract, sign, entry } = one;
    const from = slot + 1;
    one.next = leg.stop === null ? to : firstAtMost(contract, sign, entry, -leg.stop * entry, from, to);
    // In one minute the stop goes first.
    if (leg.target !== null) one.next = firstAtMost(contract, other(sign), entry, -leg.target * entry, from, one.next);
  }
  function leave(one: Running, slot: number, reason: FillReason): void {
    one.realised += one.sign * (fill(one, slot, false, reason) - one.entry) * one.units;
    one.isOpen = false;
  }
  function pass(one: Running, slot: number): void {
    const { leg, sign, contract } = one;
    if (!one.isOpen) {
      one.reentries++;
      enter(one, slot, "re-entry");
      return;
    }
    const isStop = leg.stop !== null && sign * (contract.prices[slot]! - one.entry) * 100 <= -leg.stop * one.entry;
    leave(one, slot, isStop ? "stop" : "target");
    one.isDone = !isStop || one.reentries >= leg.reentries;
    // A sold leg waits until it is as cheap as at first, a bought one until it is as dear.
    one.next = one.isDone ? to : firstAtMost(contract, other(sign), one.first, 0, slot + 1, to);
  }
  function closeAll(slot: number, reason: FillReason): void {
    for (const one of legs) if (one.isOpen) leave(one, slot, reason);
  }

  /** Scaled rupees. */
  function profitAt(slot: number): number {
    let sum = 0;
    for (const { isOpen, sign, contract, entry, units, realised } of legs)
      sum += realised + (isOpen ? sign * (contract.known[slot]! - entry) * units : 0);
    return sum;
  }
  function isStopped(profit: number): boolean {
    return plan.stop !== null && profit / tape.day.priceScale <= plan.stop;
  }
  function isCrossed(profit: number): boolean {
    return isStopped(profit) || (plan.target !== null && profit / tape.day.priceScale >= plan.target);
  }
  /** The first slot with figures, before `end`, where the whole meets its stop or target while the legs stay as they are. */
  function firstOfWhole(from: number, end: number): number {
    if (plan.stop === null && plan.target === null) return end;
    for (let slot = from; slot < end; ) {
      const block = slot >> BLOCK_SHIFT;
      const blockEnd = Math.min((block + 1) << BLOCK_SHIFT, end);
      if (mayCross(slot, block))
        for (; slot < blockEnd; slot++) if (tape.filled[slot] && isCrossed(profitAt(slot))) return slot;
      slot = blockEnd;
    }
    return end;
  }
  /** Whether the worst or the best that all legs together could be from this slot to its block's end does. */
  function mayCross(slot: number, block: number): boolean {
    let worst = 0;
    let best = 0;
    for (const { isOpen, sign, contract, entry, units, realised } of legs) {
      worst += realised;
      best += realised;
      if (!isOpen) continue;
      const now = contract.known[slot]!;
      const low = sign * (Math.min(now, contract.lows[block]!) - entry) * units;
      const high = sign * (Math.max(now, contract.highs[block]!) - entry) * units;
      worst += Math.min(low, high);
      best += Math.max(low, high);
    }
    return isCrossed(worst) || isCrossed(best);
  }

  return {
    result(ofTape, ofPlan) {
      tape = ofTape;
      plan = ofPlan;
      fills = undefined;
      return run();
    },
    day(ofTape, ofPlan) {
      tape = ofTape;
      plan = ofPlan;
      const own: Fill[] = [];
      fills = own;
      return { ...run(), fills: own };
    },
  };
}

const blankLeg = (leg: BacktestLeg, contract: ContractDay): Running => ({
  leg,
  at: 0,
  sign: 1,
  units: 0,
  strike: 0,
  contract,
  first: 0,
  isOpen: false,
  entry: 0,
  reentries: 0,
  realised: 0,
  isDone: false,
  next: 0,
});

const other = (sign: 1 | -1): 1 | -1 => (sign === 1 ? -1 : 1);
