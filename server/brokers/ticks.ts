/** Prices in the steps of a broker's list, whichever protocol carries them. */
import { LIMIT, type OrderChange, type OrderType, STOP, STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { isOnTick } from "#contract/domain/orders/prices.ts";

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
