/** SmartAPI's words to the product's, and back. Pure. */
import {
  type BookOrder,
  CANCELLED,
  type ChildOrder,
  type Conversion,
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
import type { AngelInstrument } from "./symbols.ts";
import type { ANGEL_TYPES, AngelFunds, AngelHolding, AngelOrder, AngelPosition, AngelTrade } from "./wire.ts";

type Names = Pick<SymbolList<AngelInstrument>, "contractOf">;

const TYPES = orderTypes<(typeof ANGEL_TYPES)[number]>("LIMIT", "MARKET", "STOPLOSS_MARKET", "STOPLOSS_LIMIT");
const PRODUCTS: Readonly<Record<string, Product>> = {
  INTRADAY: "INTRADAY",
  CARRYFORWARD: "MARGIN",
  MARGIN: "CNC",
  DELIVERY: "CNC",
  BO: "BO",
};
const ANGEL_PRODUCTS: SentProducts = { INTRADAY: "INTRADAY", MARGIN: "CARRYFORWARD" };
const STATUSES: Readonly<Record<string, OrderStatus>> = {
  complete: FILLED,
  rejected: REJECTED,
  cancelled: CANCELLED,
  open: PENDING,
  "trigger pending": PENDING,
  modified: PENDING,
  "not modified": PENDING,
  "modify pending": PENDING,
  "modify validation pending": PENDING,
  "cancel pending": PENDING,
  "not cancelled": PENDING,
};
/** Orders with a trigger are a variety of their own, to be named with every request about them. */
export const varietyOf = (type: OrderType): string => (hasTrigger(type) ? "STOPLOSS" : "NORMAL");

const VARIETIES = new Set(["NORMAL", "STOPLOSS", "ROBO"]);
/** Of orders that are changed and cancelled as another variety than their type's. No request takes the book's 'AMO': those go by their type. */
export const otherVarieties = (rows: readonly AngelOrder[]): ReadonlyMap<string, string> =>
  new Map(
    rows
      .filter(({ variety, ordertype }) => VARIETIES.has(variety) && variety !== varietyOf(TYPES.toType[ordertype]))
      .map(({ orderid, variety }) => [orderid, variety]),
  );

/** The body of `placeOrder`. @returns undefined for a product that is not sent. */
export function placeBody(order: ChildOrder, row: AngelInstrument, tag: string): object | undefined {
  const producttype = ANGEL_PRODUCTS[order.productType];
  if (producttype === undefined) return undefined;
  return {
    variety: varietyOf(order.type),
    ...namesOf(row),
    transactiontype: sideWord(order.side),
    producttype,
    duration: order.validity,
    ...wishOf(order, row.tick),
    squareoff: "0",
    stoploss: "0",
    ordertag: tag,
  };
}

/** The body of `modifyOrder`; undefined as for {@link placeBody}. */
export function modifyBody(
  order: BookOrder,
  change: OrderChange,
  row: AngelInstrument,
  variety: string,
): object | undefined {
  const producttype = ANGEL_PRODUCTS[order.productType];
  if (producttype === undefined) return undefined;
  return {
    variety,
    orderid: order.id,
    ...namesOf(row),
    producttype,
    duration: order.orderValidity,
    ...wishOf(change, row.tick),
  };
}

/** The body of `convertPosition`. */
export const conversionBody = ({ side, from, to, qty }: Conversion, row: AngelInstrument): object => ({
  ...namesOf(row),
  transactiontype: sideWord(side),
  oldproducttype: ANGEL_PRODUCTS[from],
  newproducttype: ANGEL_PRODUCTS[to],
  quantity: qty,
  type: "DAY",
});

/** One element of `positions` of the margin call. */
export const marginItem = (order: ChildOrder, row: AngelInstrument): object => ({
  exchange: row.exchange,
  token: row.token,
  qty: order.qty,
  price: hasLimit(order.type) ? onTick(order.limitPrice, row.tick) : 0,
  productType: ANGEL_PRODUCTS[order.productType] ?? order.productType,
  tradeType: sideWord(order.side),
  orderType: TYPES.toWord[order.type],
});

const namesOf = ({ exchange, symbol, token }: AngelInstrument): object => ({
  exchange,
  tradingsymbol: symbol,
  symboltoken: token,
});

/** Numbers go as text, as the documents have them. */
const wishOf = (wish: OrderChange, tick: number): object => ({
  ordertype: TYPES.toWord[wish.type],
  price: String(hasLimit(wish.type) ? onTick(wish.limitPrice, tick) : 0),
  triggerprice: String(hasTrigger(wish.type) ? onTick(wish.stopPrice, tick) : 0),
  quantity: String(wish.qty),
  disclosedquantity: String(wish.disclosedQty),
});

const symbolOf = ({ exchange, tradingsymbol }: Pick<AngelOrder, "exchange" | "tradingsymbol">): string =>
  `${exchange}:${tradingsymbol}`;

export function orderOf(order: AngelOrder, names: Names): BookOrder {
  // A word that is not known here is not over: it is still on its way.
  const status = STATUSES[order.orderstatus] ?? TRANSIT;
  return {
    id: order.orderid,
    symbol: symbolOf(order),
    contract: names.contractOf(symbolOf(order)),
    side: sideOf(order.transactiontype),
    type: TYPES.toType[order.ordertype],
    productType: PRODUCTS[order.producttype] ?? "MARGIN",
    qty: order.quantity,
    remainingQuantity: remainingOf(status, order.quantity, order.filledshares),
    limitPrice: order.price,
    stopPrice: order.triggerprice,
    tradedPrice: order.filledshares === 0 ? 0 : order.averageprice,
    status,
    orderDateTime: stampOf(order.updatetime),
    message: order.text,
    orderValidity: validityOf(order.duration),
    discloseQty: order.disclosedquantity,
    tag: order.ordertag,
  };
}

/** @param today fills are told by their time alone. */
export const tradeOf = (trade: AngelTrade, names: Names, today: IsoDate): Trade => ({
  id: trade.fillid,
  orderId: trade.orderid,
  symbol: symbolOf(trade),
  contract: names.contractOf(symbolOf(trade)),
  side: sideOf(trade.transactiontype),
  qty: trade.fillsize,
  price: trade.fillprice,
  at: `${today} ${trade.filltime}`,
});

/** undefined for a position outside the derivatives of equity and currency. */
export function positionOf(position: AngelPosition, names: Names): Position | undefined {
  const segment = EXCHANGE_SEGMENTS[position.exchange];
  if (segment === undefined) return undefined;
  const { netqty: net, totalbuyavgprice: buyAvg, totalsellavgprice: sellAvg, ltp, producttype } = position;
  const symbol = symbolOf(position);
  const contract = names.contractOf(symbol);
  const [buyQty, sellQty] = [position.buyqty + position.cfbuyqty, position.sellqty + position.cfsellqty];
  return {
    id: `${symbol}-${producttype}`,
    symbol,
    contract,
    productType: PRODUCTS[producttype] ?? "MARGIN",
    segment,
    ltp,
    ...positionFigures({
      ...{ netQty: net, buyQty, buyAvg, sellQty, sellAvg },
      realized: position.realised,
      // Angel One's own multiplier is -1 for all.
      multiplier: multiplierOf(contract, segment),
    }),
  };
}

export function holdingsOf(rows: readonly AngelHolding[]): Holdings {
  const holdings = rows.map((row) => ({
    id: symbolOf(row),
    symbol: symbolOf(row),
    quantity: row.quantity,
    remainingQuantity: row.quantity - row.t1quantity,
    costPrice: row.averageprice,
    ltp: row.ltp,
    marketVal: row.ltp * row.quantity,
    holdingType: row.t1quantity > 0 ? "T1" : "CNC",
  }));
  return withProfit(holdings);
}

export const fundsOf = (funds: AngelFunds): readonly FundLine[] =>
  fundLines([
    ["Available Balance", funds.net],
    ["Cash", funds.availablecash],
    ["Collaterals", funds.collateral],
    ["Utilized Amount", funds.utiliseddebits],
    ["Realized Profit and Loss", funds.m2mrealized],
    ["Unrealized Profit and Loss", funds.m2munrealized],
  ]);
