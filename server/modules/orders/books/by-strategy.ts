/**
 * What each strategy has of the day's trades. A trade belongs to the strategy that its order was sent for; what leads out of
 * a position without naming one closes what strategies hold of it, in the order in which they came. Trades keep the product of their
 * order: what was converted since then is held under the other one. Pure.
 */
import { BUY, type Conversion, type Product, type Side, type Trade } from "#contract/domain/orders/order.ts";
import type { StrategyPart } from "#contract/wire/http/order-bodies.ts";
import { stampMs } from "../intents/fingerprint.ts";

/** An order of the day that was asked for here. */
export interface SentOrder {
  readonly orderId: string;
  readonly isExit: boolean;
  /** The id of a kept strategy. */
  readonly strategy: string | null;
  readonly product: Product;
  /** How many of the day's conversions were asked for before it. */
  readonly after: number;
}

/** What was asked for here today, as far as the broker took it. */
export interface SentToday {
  readonly sent: readonly SentOrder[];
  /** In the order in which they were asked for. */
  readonly conversions: readonly Converted[];
}

export interface Converted extends Pick<Conversion, "symbol" | "side" | "qty" | "from" | "to"> {
  /** Units that the broker had under the old product when it was asked for, with their sign. */
  readonly before: number;
  /** When the broker was known to have done it, ms. */
  readonly at: number;
  /** What is stamped later traded after it, ms; Infinity where stamps tell nothing. */
  readonly surelyBy: number;
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

export function byStrategy(trades: readonly Trade[], { sent, conversions }: SentToday): readonly StrategyPart[] {
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

  /** Takes an exit's units from what strategies hold. */
  function close({ symbol, side, qty, price }: Trade, product: Product): void {
    let left = qty;
    for (const sums of under(symbol, product)) {
      const taken = Math.min(left, Math.max(-side * netOf(sums), 0));
      add(sums, side, taken, price);
      left -= taken;
    }
  }

  /** Others' units go first: strategies lose what the broker has not left of theirs under the old product. */
  function convert({ symbol, side, qty, from, to, before }: Converted): void {
    const held = under(symbol, from);
    const claimed = held.reduce((sum, sums) => sum + netOf(sums), 0);
    const stayed = before - side * qty;
    let left = Math.min(qty, side * (claimed - stayed));
    for (const sums of held) {
      const taken = Math.min(left, side * netOf(sums));
      if (taken <= 0) continue;
      const price = side === BUY ? sums.buyValue / sums.buyQty : sums.sellValue / sums.sellQty;
      add(sums, side, -taken, price);
      add(sumsOf(sums.strategy, symbol, to), side, taken, price);
      left -= taken;
    }
  }

  const waiting = new Set(conversions);
  function convertAll(some: readonly Converted[]): void {
    for (const conversion of some) if (waiting.delete(conversion)) convert(conversion);
  }

  const known = new Map(sent.map((order) => [order.orderId, order]));
  const ours = trades.flatMap((trade) => {
    const order = known.get(trade.orderId);
    return order === undefined ? [] : [{ trade, order }];
  });
  ours.sort((a, b) => (a.trade.at < b.trade.at ? -1 : a.trade.at > b.trade.at ? 1 : a.order.after - b.order.after));
  for (const { trade, order } of ours) {
    const { symbol, side, qty, price } = trade;
    // Clocks of brokers and of this machine differ: that it traded after a conversion is told by what was asked for first, or by a stamp
    // that is much later. Else an earlier order counts as traded before it, unless a trade of a later one came before its own.
    const at = stampMs(trade.at);
    const before = conversions.filter(({ surelyBy }, i) => i < order.after || at > surelyBy);
    convertAll(before.filter((conversion) => conversion.symbol === symbol));
    if (order.strategy !== null) add(sumsOf(order.strategy, symbol, order.product), side, qty, price);
    else if (order.isExit) close(trade, order.product);
  }
  convertAll(conversions);
  const own = all.filter(({ buyQty, sellQty }) => buyQty > 0 || sellQty > 0);
  return own.map(({ buyValue, sellValue, ...sums }) => ({
    ...sums,
    buyAvg: sums.buyQty === 0 ? 0 : buyValue / sums.buyQty,
    sellAvg: sums.sellQty === 0 ? 0 : sellValue / sums.sellQty,
  }));
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
