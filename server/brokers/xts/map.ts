/** XTS' words to the product's, and back. Pure. */
import {
  type BookOrder,
  CANCELLED,
  type ChildOrder,
  type Conversion,
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
  SEGMENT_CD,
  SEGMENT_FO,
  TRANSIT,
  type Trade,
} from "#contract/domain/orders/order.ts";
import {
  fundLines,
  multiplierOf,
  orderTypes,
  positionFigures,
  remainingOf,
  sideOf,
  sideWord,
  validityOf,
} from "../book-words.ts";
import { monthOf } from "../stamps.ts";
import type { SymbolList } from "../symbol-list.ts";
import { hasLimit, hasTrigger, onTick } from "../ticks.ts";
import type { XtsInstrument } from "./symbols.ts";
import type { XTS_TYPES, XtsHoldings, XtsLimits, XtsOrder, XtsPosition, XtsTrade } from "./wire.ts";

type Names = Pick<SymbolList<XtsInstrument>, "contractOf">;
type XtsType = (typeof XTS_TYPES)[number];

const { toWord: XTS_TYPE, toType: TYPES } = orderTypes<XtsType>("LIMIT", "MARKET", "STOPMARKET", "STOPLIMIT");
const PRODUCTS: Readonly<Record<string, Product>> = {
  MIS: "INTRADAY",
  NRML: "MARGIN",
  CNC: "CNC",
  CO: "CO",
  BO: "BO",
};
const XTS_PRODUCTS: Readonly<Partial<Record<Product, string>>> = { INTRADAY: "MIS", MARGIN: "NRML" };

const STATUSES: Readonly<Record<string, OrderStatus>> = {
  Filled: FILLED,
  Rejected: REJECTED,
  Cancelled: CANCELLED,
  Expired: EXPIRED,
  New: PENDING,
  Open: PENDING,
  PartiallyFilled: PENDING,
  Replaced: PENDING,
  PendingReplace: PENDING,
  PendingCancel: PENDING,
};

/** XTS' segments whose positions are the product's. */
const SEGMENTS: Readonly<Record<string, Position["segment"]>> = {
  NSEFO: SEGMENT_FO,
  BSEFO: SEGMENT_FO,
  NSECD: SEGMENT_CD,
};

/** A number where it is one, as documents have it. */
const numbered = (token: string): number | string => (Number.isSafeInteger(Number(token)) ? Number(token) : token);

/** The body of `POST /orders`. @returns undefined for a product that is not sent. */
export function placeBody(order: ChildOrder, row: XtsInstrument, tag: string): object | undefined {
  const productType = XTS_PRODUCTS[order.productType];
  if (productType === undefined) return undefined;
  const { type } = order;
  return {
    exchangeSegment: row.exchange,
    exchangeInstrumentID: numbered(row.token),
    productType,
    orderType: XTS_TYPE[type],
    orderSide: sideWord(order.side),
    timeInForce: order.validity,
    disclosedQuantity: order.disclosedQty,
    orderQuantity: order.qty,
    limitPrice: hasLimit(type) ? onTick(order.limitPrice, row.tick) : 0,
    stopPrice: hasTrigger(type) ? onTick(order.stopPrice, row.tick) : 0,
    orderUniqueIdentifier: tag,
  };
}

/** The body of `PUT /orders`; undefined as for {@link placeBody}. */
export function modifyBody(order: BookOrder, change: OrderChange, row: XtsInstrument): object | undefined {
  const product = XTS_PRODUCTS[order.productType];
  if (product === undefined) return undefined;
  const { type } = change;
  return {
    appOrderID: numbered(order.id),
    modifiedProductType: product,
    modifiedOrderType: XTS_TYPE[type],
    modifiedOrderQuantity: change.qty,
    modifiedDisclosedQuantity: change.disclosedQty,
    modifiedLimitPrice: hasLimit(type) ? onTick(change.limitPrice, row.tick) : 0,
    modifiedStopPrice: hasTrigger(type) ? onTick(change.stopPrice, row.tick) : 0,
    modifiedTimeInForce: order.orderValidity,
    orderUniqueIdentifier: order.tag,
  };
}

/** The body of `PUT /portfolio/positions/convert`. */
export const conversionBody = ({ from, to, qty }: Conversion, row: XtsInstrument): object => ({
  exchangeSegment: row.exchange,
  exchangeInstrumentID: numbered(row.token),
  oldProductType: XTS_PRODUCTS[from],
  newProductType: XTS_PRODUCTS[to],
  // Of what is held, whenever it was bought.
  isDayWise: false,
  targetQty: qty,
  statisticsLevel: "ParentLevel",
  isInterOpPosition: false,
});

/** '2020-12-21T14:59:41.15', '21-12-2020 14:59:41' or 'Dec 21 2020 14:59:41' to '2020-12-21 14:59:41'; '' for any other. */
function stampOf(stamp: string): string {
  const iso = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})/.exec(stamp);
  if (iso) return `${iso[1]} ${iso[2]}`;
  const dashed = /^(\d{2})-(\d{2})-(\d{4}) (\d{2}:\d{2}:\d{2})/.exec(stamp);
  if (dashed) return `${dashed[3]}-${dashed[2]}-${dashed[1]} ${dashed[4]}`;
  const [, name = "", day, year, time] = /^([A-Z][a-z]{2}) (\d{2}) (\d{4}) (\d{2}:\d{2}:\d{2})/.exec(stamp) ?? [];
  const month = monthOf(name);
  return month === "00" ? "" : `${year}-${month}-${day} ${time}`;
}

type Named = Pick<XtsOrder, "ExchangeSegment" | "ExchangeInstrumentID" | "TradingSymbol">;
const symbolOf = ({ ExchangeSegment: segment, ExchangeInstrumentID: id, TradingSymbol: symbol }: Named): string =>
  `${segment}:${symbol || id}`;

export function orderOf(order: XtsOrder, names: Names): BookOrder {
  // A word that is not known here is not over: it is still on its way.
  const status = STATUSES[order.OrderStatus] ?? TRANSIT;
  return {
    id: order.AppOrderID,
    symbol: symbolOf(order),
    contract: names.contractOf(`${order.ExchangeSegment}:${order.ExchangeInstrumentID}`),
    side: sideOf(order.OrderSide),
    type: TYPES[order.OrderType],
    productType: PRODUCTS[order.ProductType] ?? "MARGIN",
    qty: order.OrderQuantity,
    remainingQuantity: remainingOf(status, order.OrderQuantity, order.CumulativeQuantity),
    limitPrice: order.OrderPrice,
    stopPrice: order.OrderStopPrice,
    tradedPrice: order.CumulativeQuantity === 0 ? 0 : order.OrderAverageTradedPrice,
    status,
    orderDateTime: stampOf(order.OrderGeneratedDateTime),
    message: order.CancelRejectReason,
    orderValidity: validityOf(order.TimeInForce),
    discloseQty: order.OrderDisclosedQuantity,
    tag: order.OrderUniqueIdentifier,
  };
}

export const tradeOf = (trade: XtsTrade, names: Names): Trade => ({
  id: trade.ExecutionID,
  orderId: trade.AppOrderID,
  symbol: symbolOf(trade),
  contract: names.contractOf(`${trade.ExchangeSegment}:${trade.ExchangeInstrumentID}`),
  side: sideOf(trade.OrderSide),
  qty: trade.LastTradedQuantity,
  price: trade.LastTradedPrice,
  at: stampOf(trade.LastExecutionTransactTime),
});

/** undefined for a position outside the derivatives of equity and currency. */
export function positionOf(position: XtsPosition, names: Names): Position | undefined {
  const { ExchangeSegment: exchange, ExchangeInstrumentId: id, ProductType: product, Quantity: net } = position;
  const segment = SEGMENTS[exchange];
  if (segment === undefined) return undefined;
  const contract = names.contractOf(`${exchange}:${id}`);
  const multiplier = multiplierOf(contract, segment);
  const figures = positionFigures({
    netQty: net,
    buyQty: position.OpenBuyQuantity,
    buyAvg: position.BuyAveragePrice,
    sellQty: position.OpenSellQuantity,
    sellAvg: position.SellAveragePrice,
    realized: position.RealizedMTM,
    multiplier,
  });
  return {
    id: `${exchange}:${id}-${product}`,
    symbol: symbolOf({ ...position, ExchangeInstrumentID: id }),
    contract,
    productType: PRODUCTS[product] ?? "MARGIN",
    segment,
    ...figures,
    // XTS tells no last price of a position: what it gains by the unit is told.
    ltp: net === 0 ? 0 : Number((figures.avgPrice + position.UnrealizedMTM / (net * multiplier)).toFixed(4)),
  };
}

/** XTS tells neither names nor prices of them: they go by their ISIN. */
export const holdingsOf = (rows: XtsHoldings): Holdings => ({
  holdings: Object.entries(rows).map(
    ([isin, { HoldingQuantity: quantity, UsedQuantity: used, BuyAvgPrice: cost }]) => ({
      id: isin,
      symbol: isin,
      quantity,
      remainingQuantity: quantity - used,
      costPrice: cost,
      ltp: 0,
      marketVal: 0,
      holdingType: "CNC",
    }),
  ),
  totalPl: 0,
});

export function fundsOf(limits: XtsLimits): readonly FundLine[] {
  return fundLines([
    ["Total Balance", limits.cashAvailable + limits.collateral],
    ["Utilized Amount", limits.marginUtilized],
    ["Available Balance", limits.netMarginAvailable],
    ["Realized Profit and Loss", limits.RealizedMTM],
    ["Unrealized Profit and Loss", limits.UnrealizedMTM],
    ["Collaterals", limits.collateral],
  ]);
}
