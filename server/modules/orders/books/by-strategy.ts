/**
 * What each strategy has of the day's trades. A trade belongs to the strategy that its order was sent for; what leads out of
 * a position without naming one closes what strategies hold of it, in the order in which they came. Trades keep the product of their
 * order: what was converted since then is held under the other one. Pure.
 */
import {
  BUY,
  type Conversion,
  type Position,
  type Product,
  type Side,
  type Trade,
} from "#contract/domain/orders/order.ts";
import type { StrategyPart } from "#contract/wire/http/order-bodies.ts";

/** An order of the day that was asked for here. */
export interface SentOrder {
  readonly orderId: string;
  readonly isExit: boolean;
  /** The id of a kept strategy. */
  readonly strategy: string | null;
  readonly product: Product;
}

/** What was asked for here today, as far as the broker took it. */
export interface SentToday {
  readonly sent: readonly SentOrder[];
  /** The first first. */
  readonly conversions: readonly Converted[];
}

export type Converted = Pick<Conversion, "symbol" | "side" | "qty" | "from" | "to">;

interface Sums {
  readonly strategy: string;
  readonly symbol: string;
  readonly productType: Product;
  buyQty: number;
  buyValue: number;
  sellQty: number;
  sellValue: number;
}

/**
 * @param positions as the broker has them: units that they still have under the old product were not the strategies' that were
 * converted
 */
export function byStrategy(
  trades: readonly Trade[],
  { sent, conversions }: SentToday,
  positions: readonly Pick<Position, "symbol" | "productType" | "netQty">[],
): readonly StrategyPart[] {
  const known = new Map(sent.map((order) => [order.orderId, order]));
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
  const under = (symbol: string, product: Product): readonly Sums[] =>
    all.filter((sums) => sums.symbol === symbol && sums.productType === product);

  /** Takes an exit's units from what strategies hold. @returns with what is left of them */
  function close(exit: Leading): Leading {
    let { qty } = exit;
    for (const sums of under(exit.symbol, exit.product)) {
      const taken = Math.min(qty, Math.max(-exit.side * netOf(sums), 0));
      add(sums, exit.side, taken, exit.price);
      qty -= taken;
    }
    return { ...exit, qty };
  }

  function convert({ symbol, side, qty, from, to }: Converted): void {
    const held = under(symbol, from);
    const claimed = held.reduce((sum, sums) => sum + netOf(sums), 0);
    const there = positions
      .filter((position) => position.symbol === symbol && position.productType === from)
      .reduce((sum, { netQty }) => sum + netQty, 0);
    let left = Math.min(qty, side * (claimed - there));
    for (const sums of held) {
      const taken = Math.min(left, side * netOf(sums));
      if (taken <= 0) continue;
      const price = side === BUY ? sums.buyValue / sums.buyQty : sums.sellValue / sums.sellQty;
      add(sums, side, -taken, price);
      add(sumsOf(sums.strategy, symbol, to), side, taken, price);
      left -= taken;
    }
  }

  const exits: Leading[] = [];
  for (const { orderId, symbol, side, qty, price } of trades.toSorted((a, b) =>
    a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
  )) {
    const order = known.get(orderId);
    if (order === undefined) continue;
    if (order.strategy !== null) add(sumsOf(order.strategy, symbol, order.product), side, qty, price);
    else if (order.isExit) exits.push(close({ symbol, side, qty, price, product: order.product }));
  }
  // Clocks of brokers and of this machine differ: whether a trade came before a conversion is not told by its time.
  for (const conversion of conversions) convert(conversion);
  for (const exit of exits) close(exit);
  const own = all.filter(({ buyQty, sellQty }) => buyQty > 0 || sellQty > 0);
  return own.map(({ buyValue, sellValue, ...sums }) => ({
    ...sums,
    buyAvg: sums.buyQty === 0 ? 0 : buyValue / sums.buyQty,
    sellAvg: sums.sellQty === 0 ? 0 : sellValue / sums.sellQty,
  }));
}

/** A trade that leads out of a position. */
interface Leading extends Pick<Trade, "symbol" | "side" | "qty" | "price"> {
  readonly product: Product;
}

const netOf = ({ buyQty, sellQty }: Sums): number => buyQty - sellQty;

function add(sums: Sums, side: Side, qty: number, price: number): void {
  if (side === BUY) {
    sums.buyQty += qty;
    sums.buyValue += qty * price;
  } else {
    sums.sellQty += qty;
    sums.sellValue += qty * price;
  }
}
