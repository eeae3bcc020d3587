/** Prices in the steps of a broker's list, whichever protocol carries them. */
import type { ContractKey } from "#contract/domain/instruments.ts";
import { LIMIT, type OrderChange, type OrderType, type Side, STOP, STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { isOnTick } from "#contract/domain/orders/prices.ts";
import { tickOf } from "#contract/domain/reference/ticks.ts";
import type { SymbolFacts } from "../market/feed.ts";

export const hasLimit = (type: OrderType): boolean => type === LIMIT || type === STOP_LIMIT;
export const hasTrigger = (type: OrderType): boolean => type === STOP || type === STOP_LIMIT;

/** A price on the contract's tick, without what doubles leave behind. */
export const onTick = (price: number, tick: number): number => Number((Math.round(price / tick) * tick).toFixed(4));

/** Why prices cannot go as they are: rounded to the broker's steps they would be other prices. @param broker to be shown. */
export function stepFault(
  broker: string,
  { type, limitPrice, stopPrice }: Pick<OrderChange, "type" | "limitPrice" | "stopPrice">,
  tick: number,
): string | undefined {
  const prices = [...(hasLimit(type) ? [limitPrice] : []), ...(hasTrigger(type) ? [stopPrice] : [])];
  return prices.every((price) => isOnTick(price, tick)) ? undefined : `${broker} takes prices in steps of ${tick}`;
}

/** Prices are decimals in binary: a whole number of steps may miss it by so little. */
const SLACK = 1e-6;

/** The limit in the place of a market order: so far beyond a price, and a tick at least. @param percent of the price. */
export function protectedLimit(price: number, side: Side, percent: number, tick: number): number {
  const room = Math.max(1, Math.floor((price * percent) / 100 / tick + SLACK));
  return Math.max(onTick(price, tick) + side * room * tick, tick);
}

/** Steps of contracts as the open day has them; the underlying's default while none is open. */
export const ticksOf =
  (market: { readonly day: { readonly symbols: readonly SymbolFacts[] } | undefined }) =>
  ({ underlying, type }: ContractKey): number =>
    tickOf(underlying, type, market.day?.symbols.find(({ symbol }) => symbol === underlying)?.ticks);
