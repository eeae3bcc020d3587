/** The practice broker's books in the shapes of Fyers' replies. */
import { underlyingOf } from "#contract/domain/instruments.ts";
import { symbolName } from "../../../symbol-names.ts";
import type { PracticeFunds } from "../../account-book.ts";
import type { PracticeProduct } from "../../booked-order.ts";
import { bySide, type ContractView, type OrderView, type PositionView, rounded, type TradeView } from "../../views.ts";
import { ContractNames } from "../face.ts";
import { stampInWords } from "../stamps.ts";

/** 'NSE:NIFTY26N1024600CE' */
export const tickerOf = ({ key, isMonthly }: Pick<ContractView, "key" | "isMonthly">): string =>
  symbolName("fyers", key, isMonthly);
export const NAMES = new ContractNames(tickerOf);

const STATUSES: Readonly<Record<OrderView["state"], number>> = {
  open: 6,
  waiting: 6,
  filled: 2,
  cancelled: 1,
  rejected: 5,
};
const TYPES: Readonly<Record<OrderView["kind"], number>> = { limit: 1, market: 2, stop: 3, "stop-limit": 4 };
export const PRODUCTS: Readonly<Record<PracticeProduct, string>> = { intraday: "INTRADAY", margin: "MARGIN" };

const sideOf = (side: "buy" | "sell"): number => (side === "buy" ? 1 : -1);

/** Exchange (10 NSE, 12 BSE), segment (11 F&O, 12 currency) and number. */
function placeOf({ key, token }: ContractView): object {
  const exchange = key.exchange === "BSE" ? 12 : 10;
  const segment = underlyingOf(key.underlying).kind === "currency" ? 12 : 11;
  return { exchange, segment, fyToken: `${exchange}${segment}${key.expiry.slice(2).replaceAll("-", "")}${token}` };
}

const tagOf = (tag: string): string => (tag === "" ? "2:Untagged" : `1:${tag}`);

export function orderEntity(order: OrderView): object {
  const { id, contract, quantity, filled } = order;
  const status = STATUSES[order.state];
  return {
    clientId: order.clientId,
    id,
    id_fyers: `practice-${id}`,
    exchOrdId: order.state === "rejected" ? "" : `1${id}`,
    qty: quantity,
    remainingQuantity: order.state === "open" || order.state === "waiting" ? quantity - filled : 0,
    filledQty: filled,
    discloseQty: order.disclosed,
    disclosedQty: order.disclosed,
    dqQtyRem: 0,
    limitPrice: order.limit,
    stopPrice: order.trigger,
    tradedPrice: order.average,
    type: TYPES[order.kind],
    ...placeOf(contract),
    symbol: tickerOf(contract),
    instrument: contract.key.type === "FUT" ? 11 : 14,
    message: order.message,
    offlineOrder: false,
    orderDateTime: stampInWords(order.placedAt),
    orderValidity: order.isIoc ? "IOC" : "DAY",
    pan: "",
    productType: PRODUCTS[order.product],
    side: sideOf(order.side),
    status,
    source: "API",
    slNo: 1,
    orderNumStatus: `${id}:${status}`,
    orderTag: tagOf(order.tag),
    takeProfit: 0,
    stopLoss: 0,
  };
}

export const tradeEntity = (trade: TradeView): object => ({
  clientId: trade.clientId,
  orderDateTime: stampInWords(trade.at),
  orderNumber: trade.orderId,
  exchangeOrderNo: `1${trade.orderId}`,
  ...placeOf(trade.contract),
  side: sideOf(trade.side),
  productType: PRODUCTS[trade.product],
  tradedQty: trade.quantity,
  tradePrice: trade.price,
  tradeValue: rounded(trade.price * trade.quantity),
  tradeNumber: trade.id,
  row: Number(trade.id),
  symbol: tickerOf(trade.contract),
});

export function positionEntity(position: PositionView): object {
  const { contract, net, bought, sold, carried } = position;
  const { average, realised, unrealised } = bySide(position);
  const symbol = tickerOf(contract);
  const productType = PRODUCTS[position.product];
  return {
    netQty: net,
    qty: Math.abs(net),
    avgPrice: average,
    netAvg: net === 0 ? 0 : position.average,
    side: Math.sign(net),
    productType,
    realized_profit: realised,
    unrealized_profit: unrealised,
    pl: rounded(realised + unrealised),
    ltp: position.last,
    buyQty: bought.quantity,
    buyAvg: bought.average,
    buyVal: rounded(bought.value),
    sellQty: sold.quantity,
    sellAvg: sold.average,
    sellVal: rounded(sold.value),
    slNo: 0,
    crossCurrency: "N",
    rbiRefRate: 1,
    qtyMulti_com: 1,
    ...placeOf(contract),
    symbol,
    id: `${symbol}-${productType}`,
    cfBuyQty: Math.max(carried, 0),
    cfSellQty: Math.max(-carried, 0),
    dayBuyQty: position.dayBought.quantity,
    daySellQty: position.daySold.quantity,
  };
}

export function fundEntities({ opening, realised, blocked, premium, available }: PracticeFunds): readonly object[] {
  const lines: readonly (readonly [string, number])[] = [
    ["Total Balance", opening + realised],
    ["Utilized Amount", blocked + Math.max(premium, 0)],
    ["Clear Balance", available],
    ["Realized Profit and Loss", realised],
    ["Collaterals", 0],
    ["Fund Transfer", 0],
    ["Receivables", 0],
    ["Adhoc Limit", 0],
    ["Limit at start of the day", opening],
    ["Available Balance", available],
  ];
  return lines.map(([title, amount], i) => ({ id: i + 1, title, equityAmount: rounded(amount), commodityAmount: 0 }));
}
