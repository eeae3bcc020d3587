/** Upstox' words to the product's, and back. Pure. */
import {
  type BookOrder,
  CANCELLED,
  type ChildOrder,
  EXPIRED,
  FILLED,
  type FundLine,
  type Holdings,
  type OrderChange,
  type OrderStatus,
  PENDING,
  type Position,
  type Product,
  REJECTED,
  TRANSIT,
  type Trade,
} from "#contract/domain/orders/order.ts";
import {
  EXCHANGE_SEGMENTS,
  fundLines,
  orderTypes,
  positionFigures,
  remainingOf,
  sideOf,
  sideWord,
  validityOf,
} from "../book-words.ts";
import type { InstrumentRow } from "../port.ts";
import { stampOf } from "../stamps.ts";
import type { SymbolList } from "../symbol-list.ts";
import { hasLimit, hasTrigger, onTick } from "../ticks.ts";
import type { UpstoxFunds, UpstoxHolding, UpstoxOrder, UpstoxPosition, UpstoxTrade } from "./wire.ts";

type Names = Pick<SymbolList<InstrumentRow>, "contractOf">;

const { toWord: UPSTOX_TYPES, toType: TYPES } = orderTypes<UpstoxOrder["order_type"]>("LIMIT", "MARKET", "SL-M", "SL");

/** D is delivery: of shares, and of derivatives that are carried over. */
const PRODUCTS: Readonly<Record<string, Product>> = { I: "INTRADAY", D: "MARGIN", CO: "CO", OCO: "BO", MTF: "CNC" };
const UPSTOX_PRODUCTS: Readonly<Partial<Record<Product, "I" | "D">>> = { INTRADAY: "I", MARGIN: "D" };

/** In small letters: the documents show both. */
const STATUSES: Readonly<Record<string, OrderStatus>> = {
  complete: FILLED,
  rejected: REJECTED,
  cancelled: CANCELLED,
  "cancelled after market order": CANCELLED,
  expired: EXPIRED,
  open: PENDING,
  "trigger pending": PENDING,
  modified: PENDING,
  "not modified": PENDING,
  "not cancelled": PENDING,
  "modify pending": PENDING,
  "modify validation pending": PENDING,
  "cancel pending": PENDING,
};

/** Of Upstox' product; undefined for one that may not be sent. */
export const upstoxProduct = (product: Product): "I" | "D" | undefined => UPSTOX_PRODUCTS[product];

/** The body of `POST /v3/order/place`. @returns undefined for a product that is not sent. */
export function placeBody(order: ChildOrder, row: InstrumentRow, tag: string): object | undefined {
  const product = upstoxProduct(order.productType);
  if (product === undefined) return undefined;
  return {
    instrument_token: row.token,
    transaction_type: sideWord(order.side),
    quantity: order.qty,
    product,
    validity: order.validity,
    disclosed_quantity: order.disclosedQty,
    ...pricing(order, row.tick),
    tag,
    is_amo: false,
    slice: false,
  };
}

/** The body of `PUT /v3/order/modify`. */
export const modifyBody = ({ id, orderValidity }: BookOrder, change: OrderChange, tick: number): object => ({
  order_id: id,
  quantity: change.qty,
  validity: orderValidity,
  disclosed_quantity: change.disclosedQty,
  ...pricing(change, tick),
});

/** Percent of the last price that an order without a limit may be off. */
const PROTECTION = 3;

const pricing = (
  { type, limitPrice, stopPrice }: Pick<OrderChange, "type" | "limitPrice" | "stopPrice">,
  tick: number,
): object => ({
  order_type: UPSTOX_TYPES[type],
  price: hasLimit(type) ? onTick(limitPrice, tick) : 0,
  trigger_price: hasTrigger(type) ? onTick(stopPrice, tick) : 0,
  ...(!hasLimit(type) && { market_protection: PROTECTION }),
});

/** One element of `POST /v2/charges/margin`; undefined as for {@link placeBody}. */
export function marginItem(order: ChildOrder, row: InstrumentRow): object | undefined {
  const product = upstoxProduct(order.productType);
  if (product === undefined) return undefined;
  return {
    instrument_key: row.token,
    quantity: order.qty,
    transaction_type: sideWord(order.side),
    product,
    ...(hasLimit(order.type) && { price: onTick(order.limitPrice, row.tick) }),
  };
}

const nameOf = ({ exchange, trading_symbol }: Pick<UpstoxOrder, "exchange" | "trading_symbol">): string =>
  `${exchange}:${trading_symbol}`;

export function orderOf(order: UpstoxOrder, names: Names): BookOrder {
  // A word that is not known here is not over: it is still on its way.
  const status = STATUSES[order.status.toLowerCase()] ?? TRANSIT;
  return {
    id: order.order_id,
    symbol: nameOf(order),
    contract: names.contractOf(order.instrument_token),
    side: sideOf(order.transaction_type),
    type: TYPES[order.order_type],
    productType: PRODUCTS[order.product] ?? "MARGIN",
    qty: order.quantity,
    remainingQuantity: remainingOf(status, order.quantity, order.filled_quantity),
    limitPrice: order.price,
    stopPrice: order.trigger_price,
    tradedPrice: order.filled_quantity === 0 ? 0 : order.average_price,
    status,
    orderDateTime: stampOf(order.order_timestamp),
    message: order.status_message,
    orderValidity: validityOf(order.validity),
    discloseQty: order.disclosed_quantity,
    tag: order.tag,
  };
}

export const tradeOf = (trade: UpstoxTrade, names: Names): Trade => ({
  id: trade.trade_id,
  orderId: trade.order_id,
  symbol: nameOf(trade),
  contract: names.contractOf(trade.instrument_token),
  side: sideOf(trade.transaction_type),
  qty: trade.quantity,
  price: trade.average_price,
  at: stampOf(trade.exchange_timestamp),
});

/** undefined for a position outside the derivatives of equity and currency. */
export function positionOf(position: UpstoxPosition, names: Names): Position | undefined {
  const segment = EXCHANGE_SEGMENTS[position.exchange];
  if (segment === undefined) return undefined;
  const { product } = position;
  const symbol = nameOf(position);
  return {
    id: `${symbol}-${product}`,
    symbol,
    contract: names.contractOf(position.instrument_token),
    productType: PRODUCTS[product] ?? "MARGIN",
    segment,
    ltp: position.last_price,
    ...positionFigures({
      netQty: position.quantity,
      average: position.average_price,
      buyQty: position.day_buy_quantity + position.overnight_buy_quantity,
      buyAvg: position.buy_price,
      sellQty: position.day_sell_quantity + position.overnight_sell_quantity,
      sellAvg: position.sell_price,
      realized: position.realised,
      multiplier: position.multiplier,
    }),
  };
}

export function holdingsOf(rows: readonly UpstoxHolding[]): Holdings {
  const holdings = rows.map((row) => ({
    id: nameOf(row),
    symbol: nameOf(row),
    quantity: row.quantity,
    remainingQuantity: row.quantity - row.cnc_used_quantity,
    costPrice: row.average_price,
    ltp: row.last_price,
    marketVal: row.last_price * row.quantity,
    holdingType: row.t1_quantity > 0 ? "T1" : row.product,
  }));
  return { holdings, totalPl: rows.reduce((sum, { pnl }) => sum + pnl, 0) };
}

export function fundsOf({ total, ...parts }: UpstoxFunds): readonly FundLine[] {
  const { cash, margin_used: used } = parts.cash_available_to_trade;
  return fundLines([
    ["Available Balance", total],
    ["Utilized Amount", used.total],
    ["Span and Exposure", used.span_exposure],
    ["Option Premium", used.premium_present],
    ["Collaterals", parts.pledge_available_to_trade.margin_from_pledge.total],
    ["Fund Transfer", cash.added_today - cash.withdrawn_today],
    ["Limit at start of the day", cash.opening_balance],
  ]);
}
