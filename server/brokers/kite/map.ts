/** Kite's words to the product's, and back. Pure. */
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
  type OrderType,
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
import { hasLimit, hasTrigger, onTick } from "../ticks.ts";
import type { KiteInstrument, KiteSymbols } from "./symbols.ts";
import type { KiteHolding, KiteOrder, KitePosition, KiteSegmentMargin, KiteTrade } from "./wire.ts";

/** Percent of the last price that a market order may be off. */
export const PROTECTION = 3;

const { toWord: KITE_TYPES, toType: TYPES } = orderTypes<KiteOrder["order_type"]>("LIMIT", "MARKET", "SL-M", "SL");

const PRODUCTS: Readonly<Record<string, Product>> = {
  MIS: "INTRADAY",
  NRML: "MARGIN",
  CNC: "CNC",
  MTF: "CNC",
  CO: "CO",
  BO: "BO",
};
const KITE_PRODUCTS: Readonly<Partial<Record<Product, string>>> = { INTRADAY: "MIS", MARGIN: "NRML" };

const STATUSES: Readonly<Record<string, OrderStatus>> = {
  COMPLETE: FILLED,
  REJECTED,
  CANCELLED,
  "CANCELLED AMO": CANCELLED,
  LAPSED: EXPIRED,
  OPEN: PENDING,
  "TRIGGER PENDING": PENDING,
  MODIFIED: PENDING,
  "MODIFY PENDING": PENDING,
  "MODIFY VALIDATION PENDING": PENDING,
  "CANCEL PENDING": PENDING,
};

export const REGULAR = "regular";
/** As what an order is changed and cancelled. The book says 'amo' also when the exchange has the order: Kite does not answer to it then. */
export const varietyOf = ({ variety, status }: Pick<KiteOrder, "variety" | "status">): string =>
  variety === "amo" && !status.includes("AMO") ? REGULAR : variety;

export const productOf = (word: string): Product => PRODUCTS[word] ?? "MARGIN";
/** Of Kite's product; undefined for one that may not be sent. */
export const kiteProduct = (product: Product): string | undefined => KITE_PRODUCTS[product];

type Fields = Readonly<Record<string, string>>;

const priceText = (price: number, tick: number): string => String(onTick(price, tick));

/** The fields of `POST /orders/regular`. @returns undefined for a product that Kite does not take by this call. */
export function placeFields(order: ChildOrder, instrument: KiteInstrument, tag: string): Fields | undefined {
  const product = kiteProduct(order.productType);
  if (product === undefined) return undefined;
  return {
    exchange: instrument.exchange,
    tradingsymbol: instrument.symbol,
    transaction_type: sideWord(order.side),
    quantity: String(order.qty),
    product,
    validity: order.validity,
    disclosed_quantity: String(order.disclosedQty),
    tag,
    ...pricing(order.type, order.limitPrice, order.stopPrice, instrument.tick),
  };
}

/** The fields of `PUT /orders/regular/{id}`. */
export const modifyFields = (change: OrderChange, validity: BookOrder["orderValidity"], tick: number): Fields => ({
  quantity: String(change.qty),
  validity,
  disclosed_quantity: String(change.disclosedQty),
  ...pricing(change.type, change.limitPrice, change.stopPrice, tick),
});

function pricing(type: OrderType, limit: number, stop: number, tick: number): Fields {
  return {
    order_type: KITE_TYPES[type],
    ...(hasLimit(type) ? { price: priceText(limit, tick) } : { market_protection: String(PROTECTION) }),
    ...(hasTrigger(type) ? { trigger_price: priceText(stop, tick) } : {}),
  };
}

/** One element of `POST /margins/basket`; undefined as for {@link placeFields}. */
export function marginItem(order: ChildOrder, instrument: KiteInstrument): object | undefined {
  const product = kiteProduct(order.productType);
  return product === undefined
    ? undefined
    : {
        exchange: instrument.exchange,
        tradingsymbol: instrument.symbol,
        transaction_type: sideWord(order.side),
        variety: REGULAR,
        product,
        order_type: KITE_TYPES[order.type],
        quantity: order.qty,
        price: order.limitPrice,
        trigger_price: order.stopPrice,
      };
}

export function orderOf(order: KiteOrder, symbols: KiteSymbols): BookOrder {
  // A word that is not known here is not over: it is still on its way.
  const status = STATUSES[order.status] ?? TRANSIT;
  return {
    id: order.order_id,
    symbol: `${order.exchange}:${order.tradingsymbol}`,
    contract: symbols.contractOf(`${order.exchange}:${order.tradingsymbol}`),
    side: sideOf(order.transaction_type),
    type: TYPES[order.order_type],
    productType: productOf(order.product),
    qty: order.quantity,
    remainingQuantity: remainingOf(status, order.quantity, order.filled_quantity),
    limitPrice: order.price,
    stopPrice: order.trigger_price,
    tradedPrice: order.filled_quantity === 0 ? 0 : order.average_price,
    status,
    orderDateTime: order.order_timestamp,
    message: order.status_message,
    orderValidity: validityOf(order.validity),
    discloseQty: order.disclosed_quantity,
    tag: order.tag,
  };
}

export const tradeOf = (trade: KiteTrade, symbols: KiteSymbols): Trade => ({
  id: trade.trade_id,
  orderId: trade.order_id,
  symbol: `${trade.exchange}:${trade.tradingsymbol}`,
  contract: symbols.contractOf(`${trade.exchange}:${trade.tradingsymbol}`),
  side: sideOf(trade.transaction_type),
  qty: trade.quantity,
  price: trade.average_price,
  at: trade.fill_timestamp,
});

/** undefined for a position outside the derivatives of equity and currency. */
export function positionOf(position: KitePosition, symbols: KiteSymbols): Position | undefined {
  const segment = EXCHANGE_SEGMENTS[position.exchange];
  if (segment === undefined) return undefined;
  const { exchange, tradingsymbol, product } = position;
  const symbol = `${exchange}:${tradingsymbol}`;
  return {
    id: `${symbol}-${product}`,
    symbol,
    contract: symbols.contractOf(symbol),
    productType: productOf(product),
    segment,
    ltp: position.last_price,
    ...positionFigures({
      netQty: position.quantity,
      average: position.average_price,
      buyQty: position.buy_quantity,
      buyAvg: position.buy_price,
      sellQty: position.sell_quantity,
      sellAvg: position.sell_price,
      realized: position.realised,
      multiplier: position.multiplier,
    }),
    gainedBefore: gainedBefore(position),
  };
}

/** By Kite's second sums, in which what was carried over stands at the last close; without a close they are not used. */
function gainedBefore(position: KitePosition): number {
  const { close_price, buy_value, sell_value, buy_m2m = buy_value, sell_m2m = sell_value } = position;
  return close_price > 0 ? buy_m2m - buy_value - (sell_m2m - sell_value) : 0;
}

export function holdingsOf(rows: readonly KiteHolding[]): Holdings {
  const holdings = rows.map(({ exchange, tradingsymbol, product, ...row }) => ({
    id: `${exchange}:${tradingsymbol}`,
    symbol: `${exchange}:${tradingsymbol}`,
    quantity: row.quantity + row.t1_quantity,
    remainingQuantity: row.quantity + row.t1_quantity - (row.used_quantity ?? 0),
    costPrice: row.average_price,
    ltp: row.last_price,
    marketVal: row.last_price * (row.quantity + row.t1_quantity),
    holdingType: row.t1_quantity > 0 ? "T1" : product,
  }));
  return { holdings, totalPl: rows.reduce((sum, { pnl }) => sum + pnl, 0) };
}

export function fundsOf({ net, available, utilised }: KiteSegmentMargin): readonly FundLine[] {
  const { cash, collateral, adhoc_margin: adhoc, intraday_payin: payin, opening_balance: opening } = available;
  return fundLines([
    ["Total Balance", cash + collateral + adhoc],
    ["Utilized Amount", utilised.debits],
    ["Available Balance", net],
    ["Realized Profit and Loss", utilised.m2m_realised],
    ["Unrealized Profit and Loss", utilised.m2m_unrealised],
    ["Span and Exposure", utilised.span + utilised.exposure],
    ["Option Premium", utilised.option_premium],
    ["Collaterals", collateral],
    ["Fund Transfer", payin - utilised.payout],
    ["Limit at start of the day", opening],
  ]);
}
