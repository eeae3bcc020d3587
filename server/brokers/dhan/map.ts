/** Dhan's words to the product's, and back. Pure. */
import {
  type BookOrder,
  CANCELLED,
  type ChildOrder,
  EXPIRED,
  FILLED,
  type FundLine,
  type Holdings,
  LIMIT,
  MARKET,
  type OrderChange,
  type OrderStatus,
  type OrderType,
  PENDING,
  type Position,
  PRODUCTS,
  type Product,
  REJECTED,
  SEGMENT_CD,
  SEGMENT_FO,
  STOP,
  STOP_LIMIT,
  TRANSIT,
  type Trade,
} from "#contract/domain/orders/order.ts";
import { fundLines, positionFigures, remainingOf, sideOf, sideWord, validityOf, withProfit } from "../book-words.ts";
import type { SymbolList } from "../symbol-list.ts";
import { hasLimit, hasTrigger, onTick } from "../ticks.ts";
import type { DhanInstrument } from "./symbols.ts";
import type { DhanFunds, DhanHolding, DhanOrder, DhanPosition, DhanTrade } from "./wire.ts";

type Names = Pick<SymbolList<DhanInstrument>, "contractOf">;

const TYPES: Readonly<Record<DhanOrder["orderType"], OrderType>> = {
  LIMIT,
  MARKET,
  STOP_LOSS: STOP_LIMIT,
  STOP_LOSS_MARKET: STOP,
};
/** A stop without a limit is not sent: Dhan makes another order of it. */
const DHAN_TYPES: Readonly<Partial<Record<OrderType, DhanOrder["orderType"]>>> = {
  [LIMIT]: "LIMIT",
  [MARKET]: "MARKET",
  [STOP_LIMIT]: "STOP_LOSS",
};
const STATUSES: Readonly<Record<string, OrderStatus>> = {
  TRADED: FILLED,
  REJECTED,
  CANCELLED,
  EXPIRED,
  PENDING,
  PART_TRADED: PENDING,
  TRIGGERED: PENDING,
};

const SEGMENTS: Readonly<Record<string, Position["segment"]>> = {
  NSE_FNO: SEGMENT_FO,
  BSE_FNO: SEGMENT_FO,
  NSE_CURRENCY: SEGMENT_CD,
  BSE_CURRENCY: SEGMENT_CD,
};

export const productOf = (word: string): Product => PRODUCTS.find((product) => product === word) ?? "MARGIN";

/** The body of `POST /orders`. @returns undefined for a type or a product that is not sent. */
export function placeBody(order: ChildOrder, row: DhanInstrument, clientId: string, tag: string): object | undefined {
  const priced = pricing(order, row.tick);
  if (priced === undefined || (order.productType !== "INTRADAY" && order.productType !== "MARGIN")) return undefined;
  return {
    dhanClientId: clientId,
    correlationId: tag,
    transactionType: sideWord(order.side),
    exchangeSegment: row.segment,
    productType: order.productType,
    validity: order.validity,
    securityId: row.token,
    quantity: order.qty,
    disclosedQuantity: order.disclosedQty,
    ...priced,
    afterMarketOrder: false,
  };
}

/** The body of `PUT /orders/{id}`; undefined as for {@link placeBody}. */
export function modifyBody(order: BookOrder, change: OrderChange, tick: number, clientId: string): object | undefined {
  const priced = pricing(change, tick);
  return (
    priced && {
      dhanClientId: clientId,
      orderId: order.id,
      quantity: change.qty,
      disclosedQuantity: change.disclosedQty,
      validity: order.orderValidity,
      ...priced,
    }
  );
}

/** One element of the margin call's `scripList`; undefined as for {@link placeBody}. */
export function marginItem(order: ChildOrder, row: DhanInstrument, clientId: string): object | undefined {
  const priced = pricing(order, row.tick);
  return (
    priced && {
      dhanClientId: clientId,
      exchangeSegment: row.segment,
      transactionType: sideWord(order.side),
      quantity: order.qty,
      productType: order.productType,
      securityId: row.token,
      ...priced,
    }
  );
}

function pricing(
  { type, limitPrice, stopPrice }: Pick<OrderChange, "type" | "limitPrice" | "stopPrice">,
  tick: number,
): object | undefined {
  const orderType = DHAN_TYPES[type];
  return (
    orderType && {
      orderType,
      price: hasLimit(type) ? onTick(limitPrice, tick) : 0,
      triggerPrice: hasTrigger(type) ? onTick(stopPrice, tick) : 0,
    }
  );
}

type Placed = Pick<DhanOrder, "exchangeSegment" | "securityId" | "tradingSymbol">;
export const keyOf = ({ exchangeSegment, securityId }: Placed): string => `${exchangeSegment}|${securityId}`;
/**
 * 'NSE_FNO:NIFTY-Nov2026-24600-CE 44001'. Dhan's names have the month alone, so that expiries of one month share a name: the
 * number tells them apart. Every book has it; the expiry's day is not in all of them.
 */
export function nameOf({ exchangeSegment: segment, tradingSymbol: name, securityId }: Placed): string {
  if (name === "") return `${segment}:${securityId}`;
  return segment in SEGMENTS ? `${segment}:${name} ${securityId}` : `${segment}:${name}`;
}

export function orderOf(order: DhanOrder, names: Names): BookOrder {
  // A word that is not known here is not over: it is still on its way.
  const status = STATUSES[order.orderStatus] ?? TRANSIT;
  return {
    id: order.orderId,
    symbol: nameOf(order),
    contract: names.contractOf(keyOf(order)),
    side: sideOf(order.transactionType),
    type: TYPES[order.orderType],
    productType: productOf(order.productType),
    qty: order.quantity,
    remainingQuantity: remainingOf(status, order.quantity, order.filledQty),
    limitPrice: order.price,
    stopPrice: order.triggerPrice,
    tradedPrice: order.filledQty === 0 ? 0 : order.averageTradedPrice,
    status,
    orderDateTime: order.createTime,
    // Of an order that is well it is 'CONFIRMED'.
    message: status === REJECTED || status === CANCELLED ? order.omsErrorDescription : "",
    orderValidity: validityOf(order.validity),
    discloseQty: order.disclosedQuantity,
    tag: order.correlationId,
  };
}

export const tradeOf = (trade: DhanTrade, names: Names): Trade => ({
  id: trade.exchangeTradeId,
  orderId: trade.orderId,
  symbol: nameOf(trade),
  contract: names.contractOf(keyOf(trade)),
  side: sideOf(trade.transactionType),
  qty: trade.tradedQuantity,
  price: trade.tradedPrice,
  at: trade.exchangeTime,
});

/** undefined for a position outside the derivatives of equity and currency. */
export function positionOf(position: DhanPosition, names: Names): Position | undefined {
  const segment = SEGMENTS[position.exchangeSegment];
  if (segment === undefined) return undefined;
  const { netQty, costPrice, buyQty, buyAvg, sellQty, sellAvg, multiplier, productType } = position;
  const symbol = nameOf(position);
  return {
    id: `${symbol}-${productType}`,
    symbol,
    contract: names.contractOf(keyOf(position)),
    productType: productOf(productType),
    segment,
    ...positionFigures({
      ...{ netQty, buyQty, buyAvg, sellQty, sellAvg, multiplier },
      average: costPrice,
      realized: position.realizedProfit,
    }),
    // Dhan tells what is not realised by its own average, and no last price.
    ltp:
      netQty === 0 ? 0 : Math.round((costPrice + position.unrealizedProfit / (netQty * multiplier)) * 10_000) / 10_000,
  };
}

export function holdingsOf(rows: readonly DhanHolding[]): Holdings {
  const holdings = rows.map((row) => ({
    id: `${row.exchange}:${row.tradingSymbol}`,
    symbol: `${row.exchange}:${row.tradingSymbol}`,
    quantity: row.totalQty,
    remainingQuantity: row.availableQty,
    costPrice: row.avgCostPrice,
    ltp: row.lastTradedPrice,
    marketVal: row.lastTradedPrice * row.totalQty,
    holdingType: row.t1Qty > 0 ? "T1" : "CNC",
  }));
  return withProfit(holdings);
}

export function fundsOf(funds: DhanFunds): readonly FundLine[] {
  return fundLines([
    ["Available Balance", funds.availabelBalance],
    ["Utilized Amount", funds.utilizedAmount],
    ["Collaterals", funds.collateralAmount],
    ["Receivables", funds.receiveableAmount],
    ["Limit at start of the day", funds.sodLimit],
  ]);
}
