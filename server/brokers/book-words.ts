/** What the books of all protocols have in common once their words are known. Pure. */
import { type ContractKey, underlyingOf } from "#contract/domain/instruments.ts";
import {
  type BookOrder,
  BUY,
  type FundLine,
  type Holding,
  type Holdings,
  isOpen,
  LIMIT,
  MARKET,
  type OrderStatus,
  type OrderType,
  type Position,
  type Product,
  SEGMENT_CD,
  SEGMENT_FO,
  SELL,
  type Side,
  STOP,
  STOP_LIMIT,
} from "#contract/domain/orders/order.ts";

/** A protocol's words of the four types of orders, both ways. */
export function orderTypes<Word extends string>(limit: Word, market: Word, stop: Word, stopLimit: Word) {
  const toWord: Readonly<Record<OrderType, Word>> = {
    [LIMIT]: limit,
    [MARKET]: market,
    [STOP]: stop,
    [STOP_LIMIT]: stopLimit,
  };
  const toType = { [limit]: LIMIT, [market]: MARKET, [stop]: STOP, [stopLimit]: STOP_LIMIT } as Readonly<
    Record<Word, OrderType>
  >;
  return { toWord, toType };
}

export const sideOf = (word: "BUY" | "SELL"): Side => (word === "BUY" ? BUY : SELL);
export const sideWord = (side: Side): "BUY" | "SELL" => (side === BUY ? "BUY" : "SELL");

/** Of an order that is over nothing remains. */
export const remainingOf = (status: OrderStatus, qty: number, filled: number): number =>
  isOpen(status) ? qty - filled : 0;

export const validityOf = (word: string): BookOrder["orderValidity"] => (word === "IOC" ? "IOC" : "DAY");

/** The two products that are sent, in a protocol's words. */
export type SentProducts = Readonly<Partial<Record<Product, string>>>;

/** Of the side that is held, what was closed of it included; 0 where nothing is. */
export const sideAverage = (net: number, buyAvg: number, sellAvg: number): number =>
  net === 0 ? 0 : net > 0 ? buyAvg : sellAvg;

type Sums = Pick<Position, "netQty" | "buyQty" | "buyAvg" | "sellQty" | "sellAvg">;

/** A position in its broker's own figures: units, rupees a unit, rupees. */
export interface ToldPosition extends Sums {
  /** Its own, of what is held; none, or 0, where it tells the sides' alone. */
  readonly average?: number;
  readonly realized: number;
  readonly multiplier: number;
}

/**
 * The figures of a position whose realized profit is reckoned from its sums, so that its average is one of theirs. Profits of both
 * then make what came in, less what went out, and what is held at its price; with an average of open lots they do not.
 */
export function positionFigures({ average = 0, realized, multiplier, ...told }: ToldPosition) {
  const sums = withCarried(told, average, realized / multiplier);
  const { netQty, buyAvg, sellAvg } = sums;
  const side: Side = netQty < 0 ? SELL : BUY;
  const avgPrice = netQty === 0 ? 0 : sideAverage(netQty, buyAvg, sellAvg) || average;
  return {
    ...sums,
    side,
    avgPrice,
    netAvg: netQty !== 0 && average > 0 ? average : avgPrice,
    realized_profit: realized,
    multiplier,
  };
}

/**
 * Sums that lack what was carried over, with it: at the price that makes the broker's two figures of them, what is realized and
 * what is held at its own average.
 */
function withCarried(sums: Sums, average: number, realized: number): Sums {
  const { netQty, buyQty, buyAvg, sellQty, sellAvg } = sums;
  const carried = netQty - buyQty + sellQty;
  if (carried === 0) return sums;
  const held = netQty * (average || sideAverage(netQty, buyAvg, sellAvg));
  if (carried > 0) {
    const qty = buyQty + carried;
    return { ...sums, buyQty: qty, buyAvg: (sellQty * sellAvg + held - realized) / qty };
  }
  const qty = sellQty - carried;
  return { ...sums, sellQty: qty, sellAvg: (buyQty * buyAvg + realized - held) / qty };
}

/** @param lines [title, rupees] */
export const fundLines = (lines: readonly (readonly [string, number])[]): readonly FundLine[] =>
  lines.map(([title, amount], i) => ({ id: String(i + 1), title, amount: amount + 0 }));

/** Segments of positions by the names that most protocols give exchanges; what is not among them is no position of the product's. */
export const EXCHANGE_SEGMENTS: Readonly<Record<string, Position["segment"]>> = {
  NFO: SEGMENT_FO,
  BFO: SEGMENT_FO,
  CDS: SEGMENT_CD,
  BCD: SEGMENT_CD,
};

/** Where currency is counted in contracts of 1,000 dollars, and all else in units. */
export const multiplierOf = (contract: ContractKey | undefined, segment: Position["segment"]): number =>
  contract ? underlyingOf(contract.underlying).multiplier : segment === SEGMENT_CD ? 1000 : 1;

/** With their profit added up, where the broker does not say it; what has no price counts for nothing. */
export const withProfit = (holdings: readonly Holding[]): Holdings => ({
  holdings,
  totalPl: holdings.reduce(
    (sum, { ltp, costPrice, quantity }) => sum + (ltp > 0 ? (ltp - costPrice) * quantity : 0),
    0,
  ),
});
