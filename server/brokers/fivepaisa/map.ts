/** 5paisa's words to the product's, and back. Pure. */
import {
  type BookOrder,
  BUY,
  CANCELLED,
  type ChildOrder,
  type Conversion,
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
  type Product,
  REJECTED,
  SEGMENT_CD,
  SEGMENT_FO,
  SELL,
  type Side,
  STOP,
  STOP_LIMIT,
  TRANSIT,
  type Trade,
} from "#contract/domain/orders/order.ts";
import { IST_MS } from "#contract/domain/reference/calendar.ts";
import { fundLines, multiplierOf, positionFigures, remainingOf, type SentProducts, withProfit } from "../book-words.ts";
import type { SymbolList } from "../symbol-list.ts";
import { hasLimit, hasTrigger, onTick } from "../ticks.ts";
import type { PaisaInstrument } from "./symbols.ts";
import {
  FULLY_EXECUTED,
  type PaisaHolding,
  type PaisaMargin,
  type PaisaOrder,
  type PaisaPosition,
  type PaisaTrade,
} from "./wire.ts";

type Names = Pick<SymbolList<PaisaInstrument>, "contractOf">;

const STATUSES: Readonly<Record<string, OrderStatus>> = {
  [FULLY_EXECUTED]: FILLED,
  "rejected by 5p": REJECTED,
  "rejected by exch": REJECTED,
  cancelled: CANCELLED,
  pending: PENDING,
  open: PENDING,
  modified: PENDING,
  placed: PENDING,
  "partially executed": PENDING,
};
/** What is 'delivery' of shares is carried over of derivatives. */
const PRODUCTS: Readonly<Record<PaisaOrder["DelvIntra"], Product>> = { I: "INTRADAY", D: "MARGIN", S: "BO", C: "CO" };
const PAISA_PRODUCTS: SentProducts = { INTRADAY: "I", MARGIN: "D" };
/** As the SDK numbers validities. */
const [DAY, IOC] = [0, 3];
/** Exchange and segment whose positions are the product's. */
const SEGMENTS: Readonly<Record<string, Position["segment"]>> = { ND: SEGMENT_FO, BD: SEGMENT_FO, NU: SEGMENT_CD };

const sideOf = (word: "B" | "S"): Side => (word === "B" ? BUY : SELL);
const sideWord = (side: Side): "B" | "S" => (side === BUY ? "B" : "S");

/** What is sent has a limit: a price of 0 means "at the market", and is refused. */
export type Limited = OrderChange & { readonly type: typeof LIMIT | typeof STOP_LIMIT };

/** The body of `PlaceOrderRequest`. @returns undefined for a product that is not sent. */
export function placeBody(order: ChildOrder & Limited, row: PaisaInstrument, tag: string): object | undefined {
  if (PAISA_PRODUCTS[order.productType] === undefined) return undefined;
  return {
    Exchange: row.exchange,
    ExchangeType: row.segment,
    ScripCode: Number(row.token),
    OrderType: sideWord(order.side),
    ...wishOf(order, row.tick),
    IsIntraday: order.productType === "INTRADAY",
    iOrderValidity: order.validity === "IOC" ? IOC : DAY,
    AHPlaced: "N",
    RemoteOrderID: tag,
  };
}

/** The body of `ModifyOrderRequest`. @param exchangeId the exchange's number of the order. */
export const modifyBody = (change: Limited, exchangeId: string, tick: number): object => ({
  ExchOrderID: exchangeId,
  ...wishOf(change, tick),
});

/** One element of `Orders` of `MultiOrderMargin`: what goes without a limit, at a price of 0. */
export const marginItem = (order: ChildOrder, row: PaisaInstrument): object => ({
  Exch: row.exchange,
  ExchType: row.segment,
  ScripCode: Number(row.token),
  PlaceModifyCancel: "P",
  OrderType: sideWord(order.side),
  Price: hasLimit(order.type) ? onTick(order.limitPrice, row.tick) : 0,
  Qty: order.qty,
  IsIntraday: order.productType === "INTRADAY",
});

/** The body of `PositionConversion`. */
export const conversionBody = ({ side, from, to, qty }: Conversion, row: PaisaInstrument): object => ({
  Exch: row.exchange,
  ExchType: row.segment,
  ScripData: row.data,
  TradeType: sideWord(side),
  ConvertQty: qty,
  ConvertFrom: PAISA_PRODUCTS[from],
  ConvertTo: PAISA_PRODUCTS[to],
});

const wishOf = (wish: Limited, tick: number): object => ({
  Price: onTick(wish.limitPrice, tick),
  Qty: wish.qty,
  StopLossPrice: hasTrigger(wish.type) ? onTick(wish.stopPrice, tick) : 0,
  DisQty: wish.disclosedQty,
});

type Named = Pick<PaisaOrder, "Exch" | "ExchType" | "ScripCode" | "ScripName">;
const keyOf = ({ Exch, ExchType, ScripCode }: Named): string => `${Exch}${ExchType}:${ScripCode}`;
const symbolOf = (row: Named): string => `${row.Exch}${row.ExchType}:${row.ScripName.trim() || row.ScripCode}`;

/** '2026-07-27 12:15:00', IST; '' where there is none. */
const stampOf = (epochMs: number): string =>
  epochMs === 0 ? "" : new Date(epochMs + IST_MS).toISOString().slice(0, 19).replace("T", " ");

/** There is no word for the type of an order: the flag and the trigger tell. */
function typeOf({ AtMarket, SLTriggerRate }: PaisaOrder): OrderType {
  if (SLTriggerRate > 0) return AtMarket === "Y" ? STOP : STOP_LIMIT;
  return AtMarket === "Y" ? MARKET : LIMIT;
}

export function orderOf(order: PaisaOrder, names: Names): BookOrder {
  // A word that is not known here is not over: it is still on its way.
  const status = STATUSES[order.OrderStatus] ?? TRANSIT;
  return {
    id: order.BrokerOrderId,
    symbol: symbolOf(order),
    contract: names.contractOf(keyOf(order)),
    side: sideOf(order.BuySell),
    type: typeOf(order),
    productType: PRODUCTS[order.DelvIntra],
    qty: order.Qty,
    remainingQuantity: remainingOf(status, order.Qty, order.TradedQty),
    limitPrice: order.Rate,
    stopPrice: order.SLTriggerRate,
    tradedPrice: order.TradedQty === 0 ? 0 : order.AveragePrice,
    status,
    orderDateTime: stampOf(order.BrokerOrderTime),
    message: order.Reason,
    orderValidity: order.OrderValidity === IOC ? "IOC" : "DAY",
    discloseQty: order.DisClosedQty,
    tag: order.RemoteOrderID,
  };
}

/** @param orderIds the broker's numbers of orders by the exchange's. */
export const tradeOf = (trade: PaisaTrade, names: Names, orderIds: ReadonlyMap<string, string>): Trade => ({
  id: trade.ExchangeTradeID,
  orderId: orderIds.get(trade.ExchOrderID) ?? trade.ExchOrderID,
  symbol: symbolOf(trade),
  contract: names.contractOf(keyOf(trade)),
  side: sideOf(trade.BuySell),
  qty: trade.Qty,
  price: trade.Rate,
  at: stampOf(trade.ExchangeTradeTime),
});

/** 5paisa's sums are those of the day, and its profits reckon what was carried over at a price of its own: it was bought, or sold, at that. */
function withCarried({ NetQty, BuyQty, BuyAvgRate, SellQty, SellAvgRate, BODPositionPrice: price }: PaisaPosition) {
  const carried = price > 0 ? NetQty - BuyQty + SellQty : 0;
  const [long, short] = [Math.max(carried, 0), Math.max(-carried, 0)];
  const averageOf = (qty: number, average: number, more: number): number =>
    more === 0 ? average : (qty * average + more * price) / (qty + more);
  return {
    netQty: NetQty,
    ...{ buyQty: BuyQty + long, buyAvg: averageOf(BuyQty, BuyAvgRate, long) },
    ...{ sellQty: SellQty + short, sellAvg: averageOf(SellQty, SellAvgRate, short) },
  };
}

/** undefined for a position outside the derivatives of equity and currency. */
export function positionOf(position: PaisaPosition, names: Names): Position | undefined {
  const segment = SEGMENTS[position.Exch + position.ExchType];
  if (segment === undefined) return undefined;
  const contract = names.contractOf(keyOf(position));
  return {
    id: `${keyOf(position)}-${position.OrderFor}`,
    symbol: symbolOf(position),
    contract,
    productType: PRODUCTS[position.OrderFor],
    segment,
    ltp: position.LTP,
    ...positionFigures({
      ...withCarried(position),
      realized: position.BookedPL,
      multiplier: multiplierOf(contract, segment),
    }),
  };
}

export function holdingsOf(rows: readonly PaisaHolding[]): Holdings {
  const holdings = rows.map((row) => {
    const symbol = `${row.Exch === "B" ? "BSE" : "NSE"}:${row.Symbol}`;
    return {
      id: symbol,
      symbol,
      quantity: row.Quantity,
      remainingQuantity: row.Quantity - row.PoolQty,
      costPrice: row.AvgRate,
      ltp: row.CurrentPrice,
      marketVal: row.CurrentPrice * row.Quantity,
      holdingType: row.PoolQty > 0 ? "T1" : "CNC",
    };
  });
  return withProfit(holdings);
}

export const fundsOf = (margin: PaisaMargin): readonly FundLine[] =>
  fundLines([
    ["Available Balance", margin.NetAvailableMargin],
    ["Utilized Amount", margin.MarginUtilized],
    ["Collaterals", margin.TotalCollateralValue],
  ]);
