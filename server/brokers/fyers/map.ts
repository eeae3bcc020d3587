/** Fyers' words to the product's, and back. The product's order model is Fyers', so that little has another name. Pure. */
import {
  type BookOrder,
  type ChildOrder,
  type FundLine,
  type Holdings,
  LIMIT,
  type OrderChange,
  type OrderType,
  type Position,
  PRODUCTS,
  type Product,
  SEGMENT_CD,
  SEGMENT_FO,
  STOP,
  STOP_LIMIT,
  TRANSIT,
  type Trade,
} from "#contract/domain/orders/order.ts";
import { multiplierOf, positionFigures, remainingOf, validityOf, withProfit } from "../book-words.ts";
import type { InstrumentRow } from "../port.ts";
import { stampOf } from "../stamps.ts";
import type { SymbolList } from "../symbol-list.ts";
import { onTick } from "../ticks.ts";
import type { FyersFund, FyersHolding, FyersOrder, FyersPosition, FyersTrade } from "./wire.ts";

type Names = Pick<SymbolList<InstrumentRow>, "contractOf">;

/** Fyers puts '1:' before a client's tag, and '2:' before its own. */
const OWN_TAG = "1:";

const productOf = (word: string): Product => PRODUCTS.find((product) => product === word) ?? "MARGIN";

/** The body of `POST /orders/sync`. @returns undefined for a product that is not sent. */
export function placeBody(order: ChildOrder, row: InstrumentRow, tag: string): object | undefined {
  if (order.productType !== "INTRADAY" && order.productType !== "MARGIN") return undefined;
  return {
    symbol: row.symbol,
    qty: order.qty,
    side: order.side,
    productType: order.productType,
    ...pricing(order.type, order.limitPrice, order.stopPrice, row.tick),
    validity: order.validity,
    disclosedQty: order.disclosedQty,
    offlineOrder: false,
    stopLoss: 0,
    takeProfit: 0,
    orderTag: tag,
    isSliceOrder: false,
  };
}

/** The body of `PATCH /orders/sync`. */
export const modifyBody = (id: string, change: OrderChange, tick: number): object => ({
  id,
  qty: change.qty,
  disclosedQty: change.disclosedQty,
  ...pricing(change.type, change.limitPrice, change.stopPrice, tick),
});

const pricing = (type: OrderType, limit: number, stop: number, tick: number): object => ({
  type,
  limitPrice: type === LIMIT || type === STOP_LIMIT ? onTick(limit, tick) : 0,
  stopPrice: type === STOP || type === STOP_LIMIT ? onTick(stop, tick) : 0,
});

/** One element of `POST /multiorder/margin`. */
export const marginItem = (order: ChildOrder, row: InstrumentRow): object => ({
  symbol: row.symbol,
  qty: order.qty,
  side: order.side,
  productType: order.productType,
  ...pricing(order.type, order.limitPrice, order.stopPrice, row.tick),
  stopLoss: 0,
  takeProfit: 0,
});

export function orderOf(order: FyersOrder, names: Names): BookOrder {
  // 3 has no meaning yet: what has none is not over.
  const status = order.status === 3 ? TRANSIT : order.status;
  return {
    id: order.id,
    symbol: order.symbol,
    contract: names.contractOf(order.symbol),
    side: order.side,
    type: order.type,
    productType: productOf(order.productType),
    qty: order.qty,
    remainingQuantity: remainingOf(status, order.qty, order.filledQty),
    limitPrice: order.limitPrice,
    stopPrice: order.stopPrice,
    tradedPrice: order.filledQty === 0 ? 0 : order.tradedPrice,
    status,
    orderDateTime: stampOf(order.orderDateTime),
    message: order.message,
    orderValidity: validityOf(order.orderValidity),
    discloseQty: order.discloseQty,
    tag: order.orderTag.startsWith(OWN_TAG) ? order.orderTag.slice(OWN_TAG.length) : "",
  };
}

export const tradeOf = (trade: FyersTrade, names: Names): Trade => ({
  id: trade.tradeNumber,
  orderId: trade.orderNumber,
  symbol: trade.symbol,
  contract: names.contractOf(trade.symbol),
  side: trade.side,
  qty: trade.tradedQty,
  price: trade.tradePrice,
  at: stampOf(trade.orderDateTime),
});

/** undefined for a position outside the derivatives of equity and currency. */
export function positionOf(position: FyersPosition, names: Names): Position | undefined {
  const { segment, symbol, netQty, netAvg, buyQty, buyAvg, sellQty, sellAvg, ltp } = position;
  if (segment !== SEGMENT_FO && segment !== SEGMENT_CD) return undefined;
  const contract = names.contractOf(symbol);
  return {
    id: position.id,
    symbol,
    contract,
    productType: productOf(position.productType),
    segment,
    ltp,
    ...positionFigures({
      ...{ netQty, buyQty, buyAvg, sellQty, sellAvg },
      average: position.avgPrice ?? netAvg,
      realized: position.realized_profit,
      multiplier: multiplierOf(contract, segment),
    }),
    // Where it breaks even: profits of what is closed are in it, so that it is shown and not reckoned by.
    netAvg: netQty === 0 ? 0 : netAvg,
  };
}

/** @param totalPl Fyers' own sum, where it tells one */
export const holdingsOf = (rows: readonly FyersHolding[], totalPl: number | undefined): Holdings => {
  const own = withProfit(rows.map((row) => ({ ...row })));
  return totalPl === undefined ? own : { ...own, totalPl };
};

export const fundsOf = (lines: readonly FyersFund[]): readonly FundLine[] =>
  lines.map(({ id, title, equityAmount }) => ({ id, title, amount: equityAmount }));
