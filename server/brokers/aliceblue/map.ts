/** Alice Blue's words to the product's, and back. Pure. */
import {
  type BookOrder,
  CANCELLED,
  type ChildOrder,
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
import type { IsoDate } from "#contract/domain/units.ts";
import {
  EXCHANGE_SEGMENTS,
  fundLines,
  multiplierOf,
  orderTypes,
  positionFigures,
  remainingOf,
  type SentProducts,
  sideOf,
  sideWord,
  validityOf,
  withProfit,
} from "../book-words.ts";
import { stampOf } from "../stamps.ts";
import type { SymbolList } from "../symbol-list.ts";
import { hasLimit, hasTrigger, onTick } from "../ticks.ts";
import type { AliceInstrument } from "./symbols.ts";
import type { ALICE_TYPES, AliceHolding, AliceLimit, AliceOrder, AlicePosition, AliceTrade } from "./wire.ts";

type Names = Pick<SymbolList<AliceInstrument>, "contractOf">;

const TYPES = orderTypes<(typeof ALICE_TYPES)[number]>("LIMIT", "MARKET", "SLM", "SL");
/** Of orders, and as the documents' positions have them. */
const PRODUCTS: Readonly<Record<string, Product>> = {
  INTRADAY: "INTRADAY",
  MIS: "INTRADAY",
  NRML: "MARGIN",
  NORMAL: "MARGIN",
  LONGTERM: "CNC",
  DELIVERY: "CNC",
  CNC: "CNC",
  MTF: "CNC",
};
const ALICE_PRODUCTS: SentProducts = { INTRADAY: "INTRADAY", MARGIN: "NRML" };
const STATUSES: Readonly<Record<string, OrderStatus>> = {
  COMPLETE: FILLED,
  REJECTED,
  CANCELLED,
  CANCELED: CANCELLED,
  OPEN: PENDING,
  NEW: PENDING,
  REPLACED: PENDING,
  TRIGGER_PENDING: PENDING,
  "TRIGGER PENDING": PENDING,
};
/** Every order names a device; there is none. */
const DEVICE = "strikeboard";

/** One element of `placeorder`. @returns undefined for a product that is not sent. */
export function placeItem(order: ChildOrder, row: AliceInstrument, tag: string): object | undefined {
  const product = ALICE_PRODUCTS[order.productType];
  if (product === undefined) return undefined;
  return {
    exchange: row.exchange,
    instrumentId: row.token,
    transactionType: sideWord(order.side),
    product,
    orderComplexity: "REGULAR",
    validity: order.validity,
    ...wishOf(order, row.tick),
    trailingSlAmount: "",
    marketProtectionPercent: "",
    apiOrderSource: "",
    algoId: "",
    orderTag: tag,
  };
}

/** The body of `modify`, which names two fields otherwise. */
export const modifyBody = (order: BookOrder, change: OrderChange, row: AliceInstrument): object => ({
  brokerOrderId: order.id,
  validity: order.orderValidity,
  ...wishOf(change, row.tick),
  trailingSLAmount: "",
  marketProtection: "",
});

const wishOf = (wish: OrderChange, tick: number): object => ({
  quantity: wish.qty,
  orderType: TYPES.toWord[wish.type],
  price: String(hasLimit(wish.type) ? onTick(wish.limitPrice, tick) : 0),
  slTriggerPrice: String(hasTrigger(wish.type) ? onTick(wish.stopPrice, tick) : 0),
  disclosedQuantity: String(wish.disclosedQty),
  slLegPrice: "",
  targetLegPrice: "",
  deviceId: DEVICE,
});

type Named = Pick<AliceOrder, "exchange" | "instrumentId" | "tradingSymbol" | "formattedInstrumentName">;
const keyOf = ({ exchange, instrumentId }: Named): string => `${exchange}:${instrumentId}`;
const symbolOf = ({ exchange, instrumentId, tradingSymbol, formattedInstrumentName }: Named): string =>
  `${exchange}:${tradingSymbol || formattedInstrumentName || instrumentId}`;

/** '27-07-2026 12:15:00', '27-Jul-2026 12:15:00' or '12:15:00' to '2026-07-27 12:15:00'; what begins with its year stays. */
function momentOf(stamp: string, today: IsoDate): string {
  if (/^\d{2}:\d{2}:\d{2}$/.test(stamp)) return `${today} ${stamp}`;
  const [, day, month, year, time] = /^(\d{2})-(\d{2})-(\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(stamp) ?? [];
  return day === undefined ? stampOf(stamp) : `${year}-${month}-${day} ${time}`;
}

export function orderOf(order: AliceOrder, names: Names, today: IsoDate): BookOrder {
  // A word that is not known here is not over: it is still on its way.
  const status = STATUSES[order.orderStatus] ?? TRANSIT;
  return {
    id: order.brokerOrderId,
    symbol: symbolOf(order),
    contract: names.contractOf(keyOf(order)),
    side: sideOf(order.transactionType),
    type: TYPES.toType[order.orderType],
    productType: PRODUCTS[order.product] ?? "MARGIN",
    qty: order.quantity,
    remainingQuantity: remainingOf(status, order.quantity, order.filledQuantity),
    limitPrice: order.price,
    stopPrice: order.slTriggerPrice,
    tradedPrice: order.filledQuantity === 0 ? 0 : order.averageTradedPrice,
    status,
    orderDateTime: momentOf(order.orderTime, today),
    message: order.rejectionReason,
    orderValidity: validityOf(order.validity),
    discloseQty: order.disclosedQuantity,
    tag: order.orderTag,
  };
}

export const tradeOf = (trade: AliceTrade, names: Names, today: IsoDate): Trade => ({
  id: trade.exchangeTradeId,
  orderId: trade.brokerOrderId,
  symbol: symbolOf(trade),
  contract: names.contractOf(keyOf(trade)),
  side: sideOf(trade.transactionType),
  qty: trade.filledQuantity,
  price: trade.tradedPrice,
  at: momentOf(trade.fillTimestamp, today),
});

/** undefined for a position outside the derivatives of equity and currency. */
export function positionOf(position: AlicePosition, names: Names): Position | undefined {
  const segment = EXCHANGE_SEGMENTS[position.exchange];
  if (segment === undefined) return undefined;
  const { netQuantity: net, netAveragePrice: average, unrealisedPnl: gain } = position;
  const contract = names.contractOf(keyOf(position));
  const multiplier = multiplierOf(contract, segment);
  return {
    id: `${keyOf(position)}-${position.product}`,
    symbol: symbolOf(position),
    contract,
    productType: PRODUCTS[position.product] ?? "MARGIN",
    segment,
    ...positionFigures({
      ...{ netQty: net, average, multiplier },
      ...{ buyQty: position.dayBuyQuantity, buyAvg: position.dayBuyPrice },
      ...{ sellQty: position.daySellQuantity, sellAvg: position.daySellPrice },
      realized: position.realizedPnl,
    }),
    // Alice Blue tells no last price of a position: what it gains by the unit of its own average may be told.
    ltp: net === 0 || gain === undefined ? 0 : Number((average + gain / (net * multiplier)).toFixed(4)),
  };
}

export function holdingsOf(rows: readonly AliceHolding[]): Holdings {
  const holdings = rows.map((row) => {
    const symbol = row.nseTradingSymbol ? `NSE:${row.nseTradingSymbol}` : `BSE:${row.bseTradingSymbol || row.isin}`;
    // The documents' example has no total of what is held.
    const quantity = row.totalQuantity || row.dpQuantity + row.t1Quantity;
    return {
      id: symbol,
      symbol,
      quantity,
      remainingQuantity: row.sellableQty,
      costPrice: row.averageTradedPrice,
      ltp: row.ltp,
      marketVal: row.ltp * quantity,
      holdingType: row.t1Quantity > 0 ? "T1" : "CNC",
    };
  });
  return withProfit(holdings);
}

export const fundsOf = (limit: AliceLimit): readonly FundLine[] =>
  fundLines([
    ["Available Balance", limit.tradingLimit],
    ["Utilized Amount", limit.utilizedMargin],
    ["Collaterals", limit.collateralMargin],
  ]);
