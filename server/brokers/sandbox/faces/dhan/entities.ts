/** The practice broker's books in the shapes of Dhan's replies. */
import type { PracticeFunds } from "../../account-book.ts";
import type { PracticeProduct } from "../../booked-order.ts";
import { type ContractView, type OrderView, type PositionView, rounded, type TradeView } from "../../views.ts";
import { stampOf } from "../stamps.ts";
import { namesOf } from "./instruments.ts";

const STATUSES: Readonly<Record<OrderView["state"], string>> = {
  open: "PENDING",
  waiting: "PENDING",
  filled: "TRADED",
  cancelled: "CANCELLED",
  rejected: "REJECTED",
};
const TYPES: Readonly<Record<OrderView["kind"], string>> = {
  limit: "LIMIT",
  market: "MARKET",
  stop: "STOP_LOSS_MARKET",
  "stop-limit": "STOP_LOSS",
};
export const PRODUCTS: Readonly<Record<PracticeProduct, string>> = { intraday: "INTRADAY", margin: "MARGIN" };

export const sideOf = (side: "buy" | "sell"): string => (side === "buy" ? "BUY" : "SELL");

export function placeOf(contract: ContractView): object {
  const { segment, symbol } = namesOf(contract);
  const { expiry, strike, type } = contract.key;
  return {
    exchangeSegment: segment,
    tradingSymbol: symbol,
    securityId: String(contract.token),
    drvExpiryDate: expiry,
    drvOptionType: type === "FUT" ? null : type === "CE" ? "CALL" : "PUT",
    drvStrikePrice: strike,
  };
}

export const statusOf = ({ state, filled }: OrderView): string =>
  state === "open" && filled > 0 ? "PART_TRADED" : STATUSES[state];

export function orderEntity(order: OrderView): object {
  const { id, contract, quantity, filled } = order;
  const isLive = order.state === "open" || order.state === "waiting";
  return {
    dhanClientId: order.clientId,
    orderId: id,
    exchangeOrderId: order.state === "rejected" ? null : `1${id}`,
    correlationId: order.tag === "" ? null : order.tag,
    orderStatus: statusOf(order),
    transactionType: sideOf(order.side),
    ...placeOf(contract),
    productType: PRODUCTS[order.product],
    orderType: TYPES[order.kind],
    validity: order.isIoc ? "IOC" : "DAY",
    quantity,
    disclosedQuantity: order.disclosed,
    price: order.limit,
    triggerPrice: order.trigger,
    afterMarketOrder: false,
    boProfitValue: 0,
    boStopLossValue: 0,
    legName: null,
    createTime: stampOf(order.placedAt),
    updateTime: stampOf(order.changedAt),
    exchangeTime: stampOf(order.changedAt),
    omsErrorCode: null,
    omsErrorDescription: order.message === "" ? null : order.message,
    algoId: "0",
    remainingQuantity: isLive ? quantity - filled : 0,
    averageTradedPrice: order.average,
    filledQty: filled,
  };
}

export const tradeEntity = (trade: TradeView): object => ({
  dhanClientId: trade.clientId,
  orderId: trade.orderId,
  exchangeOrderId: `1${trade.orderId}`,
  exchangeTradeId: trade.id,
  transactionType: sideOf(trade.side),
  ...placeOf(trade.contract),
  productType: PRODUCTS[trade.product],
  orderType: "LIMIT",
  customSymbol: null,
  tradedQuantity: trade.quantity,
  tradedPrice: trade.price,
  createTime: stampOf(trade.at),
  updateTime: stampOf(trade.at),
  exchangeTime: stampOf(trade.at),
});

export function positionEntity(position: PositionView, clientId: string): object {
  const { contract, net, bought, sold, dayBought, daySold, carried, realised, unrealised } = position;
  return {
    dhanClientId: clientId,
    ...placeOf(contract),
    positionType: net === 0 ? "CLOSED" : net > 0 ? "LONG" : "SHORT",
    productType: PRODUCTS[position.product],
    buyAvg: bought.average,
    costPrice: position.average,
    buyQty: bought.quantity,
    sellAvg: sold.average,
    sellQty: sold.quantity,
    netQty: net,
    realizedProfit: realised,
    unrealizedProfit: unrealised,
    rbiReferenceRate: 1,
    multiplier: position.multiplier,
    carryForwardBuyQty: Math.max(carried, 0),
    carryForwardSellQty: Math.max(-carried, 0),
    carryForwardBuyValue: rounded(bought.value - dayBought.value),
    carryForwardSellValue: rounded(sold.value - daySold.value),
    dayBuyQty: dayBought.quantity,
    daySellQty: daySold.quantity,
    dayBuyValue: rounded(dayBought.value),
    daySellValue: rounded(daySold.value),
    crossCurrency: false,
  };
}

export const fundsEntity = (funds: PracticeFunds, clientId: string): object => ({
  dhanClientId: clientId,
  availabelBalance: rounded(funds.available),
  sodLimit: rounded(funds.opening),
  collateralAmount: 0,
  receiveableAmount: 0,
  utilizedAmount: rounded(funds.blocked + Math.max(funds.premium, 0)),
  blockedPayoutAmount: 0,
  withdrawableBalance: rounded(funds.available),
});
