/**
 * What each strategy has of the day's trades. A trade belongs to the strategy that its order was sent for; what leads out of
 * a position without naming one closes what strategies hold of it, in the order in which they came. Pure.
 */
import { BUY, type Product, type Side, type Trade } from "#contract/domain/orders/order.ts";
import type { StrategyPart } from "#contract/wire/http/order-bodies.ts";

/** An order of the day that was asked for here. */
export interface SentOrder {
  readonly orderId: string;
  readonly isExit: boolean;
  /** The id of a kept strategy. */
  readonly strategy: string | null;
  readonly product: Product;
}

interface Sums {
  readonly strategy: string;
  readonly symbol: string;
  readonly productType: Product;
  buyQty: number;
  buyValue: number;
  sellQty: number;
  sellValue: number;
}

export function byStrategy(trades: readonly Trade[], orders: readonly SentOrder[]): readonly StrategyPart[] {
  const known = new Map(orders.map((order) => [order.orderId, order]));
  const all: Sums[] = [];

  function sumsOf(strategy: string, symbol: string, productType: Product): Sums {
    const found = all.find(
      (one) => one.strategy === strategy && one.symbol === symbol && one.productType === productType,
    );
    if (found) return found;
    const fresh = { strategy, symbol, productType, buyQty: 0, buyValue: 0, sellQty: 0, sellValue: 0 };
    all.push(fresh);
    return fresh;
  }

  for (const { orderId, symbol, side, qty, price } of trades.toSorted((a, b) =>
    a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
  )) {
    const order = known.get(orderId);
    if (order === undefined) continue;
    if (order.strategy !== null) {
      add(sumsOf(order.strategy, symbol, order.product), side, qty, price);
      continue;
    }
    if (!order.isExit) continue;
    let left = qty;
    for (const sums of all) {
      if (sums.symbol !== symbol || sums.productType !== order.product) continue;
      const taken = Math.min(left, Math.max(-side * (sums.buyQty - sums.sellQty), 0));
      add(sums, side, taken, price);
      left -= taken;
    }
  }
  return all.map(({ buyValue, sellValue, ...sums }) => ({
    ...sums,
    buyAvg: sums.buyQty === 0 ? 0 : buyValue / sums.buyQty,
    sellAvg: sums.sellQty === 0 ? 0 : sellValue / sums.sellQty,
  }));
}

function add(sums: Sums, side: Side, qty: number, price: number): void {
  if (side === BUY) {
    sums.buyQty += qty;
    sums.buyValue += qty * price;
  } else {
    sums.sellQty += qty;
    sums.sellValue += qty * price;
  }
}
