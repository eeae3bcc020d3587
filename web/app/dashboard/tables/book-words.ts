/** The dashboard's words for what the books say, and the filter of its orders. Pure. */

import { MOST_CHANGES } from "#contract/domain/orders/follow.ts";
import {
  CANCELLED,
  EXPIRED,
  FILLED,
  type OrderStatus,
  PENDING,
  type Product,
  REJECTED,
  TRANSIT,
} from "#contract/domain/orders/order.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { BookOrderBody, FollowBody, GttBody } from "#contract/wire/http/order-bodies.ts";
import { gttWords } from "../../../components/orders/gtt-words.ts";
import { contractWords, priceFormat } from "../../../components/orders/ticket-words.ts";
import { KIND_OF } from "../../../state/orders/item.ts";

/** The part behind the exchange: 'NSE:ABC' is shown as 'ABC'. */
export const shortSymbol = (symbol: string): string => symbol.slice(symbol.indexOf(":") + 1);

/** A share that is held: 'NSE:INFY-EQ' is INFY, of NSE's series EQ; brokers that tell no name have an ISIN. */
export function holdingWords(symbol: string): { readonly name: string; readonly place: string } {
  const [, exchange = "", name = symbol, series = ""] = /^(?:(\w*):)?(.+?)(?:-([A-Z][A-Z\d]))?$/.exec(symbol) ?? [];
  return { name, place: [exchange, series].filter(Boolean).join(" ") || "ISIN" };
}

/** 'NIFTY 18 Aug 24,150 PE'; the broker's symbol where today does not list it. */
export function nameWords({ contract, symbol }: Pick<BookOrderBody, "contract" | "symbol">): string {
  if (!contract) return shortSymbol(symbol);
  const { underlying, expiry, strike, type } = contract;
  return contractWords({ symbol: underlying, expiry: isoDate(expiry), strike, type });
}

export const sideWords = (side: 1 | -1): string => (side === 1 ? "Buy" : "Sell");

export const gttText = (gtt: GttBody): string => gttWords(gtt, `${sideWords(gtt.side)} ${nameWords(gtt)}`, gtt.ex_sym);

const PRODUCTS: Readonly<Record<Product, string>> = {
  INTRADAY: "Intraday",
  MARGIN: "Margin",
  CNC: "CNC",
  CO: "CO",
  BO: "BO",
};
export const productWords = (product: Product): string => PRODUCTS[product];

const STATUSES: Readonly<Record<OrderStatus, string>> = {
  [CANCELLED]: "Cancelled",
  [FILLED]: "Filled",
  [TRANSIT]: "Transit",
  [REJECTED]: "Rejected",
  [PENDING]: "Pending",
  [EXPIRED]: "Expired",
};
export const statusWords = (status: OrderStatus): string => STATUSES[status];

/** Filled green, Rejected red, Cancelled grey; the others as text. */
export const statusTone = (status: OrderStatus): "up" | "down" | "quiet" | undefined =>
  status === FILLED ? "up" : status === REJECTED ? "down" : status === CANCELLED ? "quiet" : undefined;

export const FILTERS = ["All", "Symbols", "Buy/Sell", "Type", "Product", "Status"] as const;
export type OrderFilter = (typeof FILTERS)[number];

/** What an order has in the field of a filter, as it is shown. */
function fieldOf(order: BookOrderBody, filter: OrderFilter): string {
  switch (filter) {
    case "All":
      return "";
    case "Symbols":
      return order.ex_sym;
    case "Buy/Sell":
      return sideWords(order.side);
    case "Type":
      return KIND_OF[order.type];
    case "Product":
      return productWords(order.productType);
    case "Status":
      return statusWords(order.status);
  }
}

/** The values of the second select, each once, in the order of the book. */
export const filterValues = (orders: readonly BookOrderBody[], filter: OrderFilter): readonly string[] =>
  filter === "All" ? [] : [...new Set(orders.map((order) => fieldOf(order, filter)))];

export const filteredOrders = (
  orders: readonly BookOrderBody[],
  filter: OrderFilter,
  value: string,
): readonly BookOrderBody[] => (filter === "All" ? orders : orders.filter((order) => fieldOf(order, filter) === value));

/** In the decimals of its symbol. */
export const priceText = ({ ex_sym }: Pick<BookOrderBody, "ex_sym">, price: number): string =>
  priceFormat(ex_sym).text(price);

/** A price that the order does not have is none. */
export const orderPrice = (order: Pick<BookOrderBody, "ex_sym">, price: number): string =>
  priceText(order, price > 0 ? price : Number.NaN);

export const cancelQuestion = (order: BookOrderBody): string =>
  `Are you sure to cancel ${sideWords(order.side)} order of ${order.remainingQuantity} qty ${nameWords(order)} ?`;

/** As the broker's book will show it: the server has seen it there. */
export const cancelled = (order: BookOrderBody): BookOrderBody => ({
  ...order,
  status: CANCELLED,
  remainingQuantity: 0,
});

/** 'Follows: 2 of 5 changes, up to 101.35'; why it ended; '' where the user ended it. */
export function followWords(
  { ex_sym, side }: Pick<BookOrderBody, "ex_sym" | "side">,
  { armed, changes, worst, words }: FollowBody,
): string {
  if (!armed) return words;
  const bound = `${side === 1 ? "up" : "down"} to ${priceFormat(ex_sym).text(worst)}`;
  return `Follows: ${changes} of ${MOST_CHANGES} changes, ${bound}`;
}

export const canChange = ({ status }: Pick<BookOrderBody, "status">): boolean => status === PENDING;
