/** The practice broker's books in the shapes of Alice Blue's replies. */
import { symbolName } from "../../../symbol-names.ts";
import type { PracticeFunds } from "../../account-book.ts";
import type { PracticeProduct } from "../../booked-order.ts";
import { type ContractView, type OrderView, type PositionView, rounded, type TradeView } from "../../views.ts";
import { ContractNames } from "../face.ts";
import { stampOf as istStamp } from "../stamps.ts";

/** Alice Blue's exchange and its trading symbol. */
export function partsOf({ key, isMonthly }: Pick<ContractView, "key" | "isMonthly">): {
  readonly exchange: string;
  readonly symbol: string;
} {
  const [exchange = "", symbol = ""] = symbolName("aliceblue", key, isMonthly).split(":");
  return { exchange, symbol };
}

/** 'NFO:44001' */
export const NAMES = new ContractNames((contract) => `${partsOf(contract).exchange}:${contract.token}`);

/** '27-07-2026 12:15:00', IST. */
function stampOf(epochMs: number): string {
  const [date = "", time = ""] = istStamp(epochMs).split(" ");
  return `${date.split("-").reverse().join("-")} ${time}`;
}

const TYPES: Readonly<Record<OrderView["kind"], string>> = {
  limit: "LIMIT",
  market: "MARKET",
  stop: "SLM",
  "stop-limit": "SL",
};
const STATUSES: Readonly<Record<OrderView["state"], string>> = {
  open: "OPEN",
  waiting: "TRIGGER_PENDING",
  filled: "COMPLETE",
  cancelled: "CANCELLED",
  rejected: "REJECTED",
};
const PRODUCTS: Readonly<Record<PracticeProduct, string>> = { intraday: "INTRADAY", margin: "NRML" };
const sideOf = (side: "buy" | "sell"): string => (side === "buy" ? "BUY" : "SELL");

function placeOf(contract: ContractView): object {
  const { exchange, symbol } = partsOf(contract);
  return {
    exchange,
    tradingSymbol: symbol,
    formattedInstrumentName: symbol,
    instrumentId: String(contract.token),
  };
}

export function orderEntity(order: OrderView): object {
  const { id, contract, quantity, filled } = order;
  const isLive = order.state === "open" || order.state === "waiting";
  return {
    brokerOrderId: id,
    exchangeOrderId: order.state === "rejected" ? "" : `1${id}`,
    ...placeOf(contract),
    transactionType: sideOf(order.side),
    product: PRODUCTS[order.product],
    orderComplexity: "REGULAR",
    orderType: TYPES[order.kind],
    validity: order.isIoc ? "IOC" : "DAY",
    quantity,
    filledQuantity: filled,
    pendingQuantity: isLive ? quantity - filled : 0,
    cancelledQuantity: order.state === "cancelled" ? quantity - filled : 0,
    disclosedQuantity: order.disclosed,
    price: String(order.limit),
    slTriggerPrice: String(order.trigger),
    averageTradedPrice: String(order.average),
    orderStatus: STATUSES[order.state],
    orderTime: stampOf(order.placedAt),
    rejectionReason: order.message,
    orderTag: order.tag,
  };
}

export const tradeEntity = (trade: TradeView): object => ({
  brokerOrderId: trade.orderId,
  exchangeOrderId: `1${trade.orderId}`,
  exchangeTradeId: trade.id,
  ...placeOf(trade.contract),
  transactionType: sideOf(trade.side),
  product: PRODUCTS[trade.product],
  orderType: "LIMIT",
  filledQuantity: trade.quantity,
  tradedPrice: String(trade.price),
  fillTimestamp: stampOf(trade.at),
});

/** It has no last price, and sums of the day alone. */
export const positionEntity = (position: PositionView): object => ({
  ...placeOf(position.contract),
  product: PRODUCTS[position.product],
  netQuantity: position.net,
  netAveragePrice: position.average,
  buyQuantity: position.bought.quantity,
  sellQuantity: position.sold.quantity,
  dayBuyQuantity: position.dayBought.quantity,
  daySellQuantity: position.daySold.quantity,
  dayBuyPrice: position.dayBought.average,
  daySellPrice: position.daySold.average,
  realizedPnl: position.realised,
  unrealisedPnl: position.unrealised,
});

export const limitEntity = (funds: PracticeFunds): object => ({
  tradingLimit: funds.available,
  openingCashLimit: funds.opening,
  collateralMargin: 0,
  utilizedMargin: rounded(funds.opening - funds.available),
});

/** A frame of the order status feed: Noren's words. */
export const frameOf = (order: OrderView): object => ({
  t: "om",
  norenordno: order.id,
  ...{ exch: partsOf(order.contract).exchange, tsym: partsOf(order.contract).symbol, qty: String(order.quantity) },
  trantype: order.side === "buy" ? "B" : "S",
  status: STATUSES[order.state],
  fillshares: String(order.filled),
  avgprc: String(order.average),
});
