/** The builder's legs as other parts need them. Pure. */

import { parseExpiry, type Underlying, underlyingOf } from "#contract/domain/instruments.ts";
import { istDate } from "#contract/domain/reference/calendar.ts";
import { DEFAULT_FREEZE, lotsPerOrder } from "#contract/domain/reference/lots.ts";
import { greatestCommonDivisor } from "#contract/domain/strategy/figures.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { heldLots, settled, termsOf } from "#contract/domain/strategy/position.ts";
import type { HeldLeg } from "#contract/domain/strategy/valuation.ts";
import { epochMs, type IsoDate, qty } from "#contract/domain/units.ts";
import { counted } from "../../../format/count-words.ts";
import type { PaneState } from "../../../state/pane/pane.ts";

export const symbolOf = ({ context }: PaneState<unknown>): string => context?.symbol ?? "";

export const countOf = ({ length }: readonly unknown[]): string => counted(length, "leg");

const dayOf = (time: number): IsoDate => istDate(epochMs(time));

/** The days on which an order was made, oldest first. */
export const tradedDays = (legs: readonly StrategyLeg[]): readonly string[] =>
  [...new Set(legs.flatMap(({ orders }) => orders.map(({ time }) => dayOf(time))))].sort();

/** A currency's order is split by the specification's own size. */
const MOST_CURRENCY_LOTS = 5000;

/** The most lots of one order. @param freeze units; absent or 0 where none is known. */
export const mostLotsOf = (symbol: string, lotSize: number, freeze?: number): number =>
  underlyingOf(symbol).kind === "currency"
    ? MOST_CURRENCY_LOTS
    : lotsPerOrder(qty(freeze || DEFAULT_FREEZE), qty(lotSize));

/** The legs with the orders of one day alone. */
export const onDay = (legs: readonly StrategyLeg[], day: string, underlying: Underlying): readonly StrategyLeg[] =>
  legs
    .map((leg) => {
      const orders = leg.orders.filter(({ time }) => dayOf(time) === day);
      return settled(leg, orders, termsOf(leg, underlying));
    })
    .filter(({ orders }) => orders.length > 0);

/** What is open, in the order of the legs. */
export const heldLegs = (legs: readonly StrategyLeg[]): readonly HeldLeg[] =>
  legs.flatMap((leg) => {
    const { action, type, expiry, strike, lotSize, ltp } = leg;
    return action === undefined
      ? []
      : [{ type, expiry: parseExpiry(expiry), strike, lots: heldLots(leg), lotSize, entry: ltp }];
  });

/** Without those whose expiry has passed: they are settled, and nothing of them can be traded. All where no date is known. */
export const livingLegs = (legs: readonly StrategyLeg[], date: IsoDate | undefined): readonly StrategyLeg[] =>
  legs.filter(({ expiry }) => !date || parseExpiry(expiry) >= date);

/**
 * What one set of the smallest whole lots costs: sold legs count in, bought ones out, as an amount. NaN where a leg has no
 * price.
 */
export function setValue(legs: readonly HeldLeg[], priceOf: (leg: HeldLeg, index: number) => number): number {
  const divisor = legs.map(({ lots }) => Math.abs(lots)).reduce(greatestCommonDivisor, 0);
  return Math.abs(legs.reduce((sum, leg, index) => sum - (leg.lots / divisor) * priceOf(leg, index), 0));
}

/** Epoch ms of a minute of an IST day: what an order made at the board's clock is stamped with. */
export const timeOf = (date: IsoDate, minute: number): number =>
  Date.parse(`${date}T00:00:00+05:30`) + Math.round(minute * 60_000);

/** Ten hex digits. */
export const newOrderId = (): string => crypto.randomUUID().replace("-", "").slice(0, 10);
