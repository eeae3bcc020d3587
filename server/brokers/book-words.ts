/** What the books of all protocols have in common once their words are known. Pure. */
import {
  type BookOrder,
  BUY,
  type FundLine,
  isOpen,
  LIMIT,
  MARKET,
  type OrderStatus,
  type OrderType,
  type Product,
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

/** Of a position that is closed: the side that it was, as far as its sums tell. */
export const positionSide = (net: number, bought: number, sold: number): Side =>
  net < 0 || (net === 0 && sold > bought) ? SELL : BUY;

/** @param lines [title, rupees] */
export const fundLines = (lines: readonly (readonly [string, number])[]): readonly FundLine[] =>
  lines.map(([title, amount], i) => ({ id: String(i + 1), title, amount: amount + 0 }));
