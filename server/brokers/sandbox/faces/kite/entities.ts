/** The practice broker's books in the shapes of Kite's replies. */

import type { PracticeFunds } from "../../account-book.ts";
import type { PracticeProduct } from "../../booked-order.ts";
import { bySide, type OrderView, type PositionView, rounded, type TradedView, type TradeView } from "../../views.ts";
import { stampOf } from "../stamps.ts";
import { partsOf } from "./symbol.ts";

const STATUSES: Readonly<Record<OrderView["state"], string>> = {
  open: "OPEN",
  waiting: "TRIGGER PENDING",
  filled: "COMPLETE",
  cancelled: "CANCELLED",
  rejected: "REJECTED",
};
const TYPES: Readonly<Record<OrderView["kind"], string>> = {
  market: "MARKET",
  limit: "LIMIT",
  stop: "SL-M",
  "stop-limit": "SL",
};
export const PRODUCTS: Readonly<Record<PracticeProduct, string>> = { intraday: "MIS", margin: "NRML" };

export function orderEntity(order: OrderView): object {
  const { id, state, kind, side, tag, contract, quantity, filled } = order;
  const pending = quantity - filled;
  const message = order.message || null;
  const isOver = state === "cancelled" || state === "rejected";
  return {
    placed_by: order.clientId,
    order_id: id,
    exchange_order_id: state === "rejected" ? null : `1${id}`,
    parent_order_id: null,
    status: STATUSES[state],
    status_message: message,
    status_message_raw: message,
    order_timestamp: stampOf(order.placedAt),
    exchange_update_timestamp: stampOf(order.changedAt),
    exchange_timestamp: state === "rejected" ? null : stampOf(order.placedAt),
    variety: "regular",
    modified: order.isModified,
    ...partsOf(contract),
    instrument_token: contract.token,
    order_type: TYPES[kind],
    transaction_type: side === "buy" ? "BUY" : "SELL",
    validity: order.isIoc ? "IOC" : "DAY",
    validity_ttl: 0,
    product: PRODUCTS[order.product],
    quantity,
    disclosed_quantity: order.disclosed,
    price: order.limit,
    trigger_price: order.trigger,
    average_price: order.average,
    filled_quantity: filled,
    pending_quantity: isOver ? 0 : pending,
    cancelled_quantity: state === "cancelled" ? pending : 0,
    market_protection: order.protection,
    meta: {},
    tag: tag === "" ? null : tag,
    tags: tag === "" ? [] : [tag],
    guid: `practice-${id}`,
  };
}

export function tradeEntity(trade: TradeView): object {
  const at = stampOf(trade.at);
  return {
    trade_id: trade.id,
    order_id: trade.orderId,
    ...partsOf(trade.contract),
    instrument_token: trade.contract.token,
    product: PRODUCTS[trade.product],
    average_price: trade.price,
    quantity: trade.quantity,
    exchange_order_id: `1${trade.orderId}`,
    transaction_type: trade.side === "buy" ? "BUY" : "SELL",
    fill_timestamp: at,
    order_timestamp: at.slice(11),
    exchange_timestamp: at,
    /** Ours: whether the price was quoted, or made from the last one. */
    practice_basis: trade.basis,
  };
}

export function positionEntity(position: PositionView): object {
  const { contract, bought, sold, dayBought, daySold, multiplier, closeBefore } = position;
  const { average, realised, unrealised } = bySide(position);
  const worth = (value: number): number => rounded(value * multiplier);
  /** What was carried over stands at the last close. */
  const marked = (all: TradedView, day: TradedView): number =>
    closeBefore > 0 ? day.value + (all.quantity - day.quantity) * closeBefore : all.value;
  const [boughtMarked, soldMarked] = [marked(bought, dayBought), marked(sold, daySold)];
  const gainedBefore = boughtMarked - bought.value - (soldMarked - sold.value);
  return {
    ...partsOf(contract),
    instrument_token: contract.token,
    product: PRODUCTS[position.product],
    quantity: position.net,
    overnight_quantity: position.carried,
    multiplier,
    average_price: average,
    close_price: closeBefore,
    last_price: position.last,
    value: worth(sold.value - bought.value),
    pnl: rounded(realised + unrealised),
    m2m: rounded(realised + unrealised - gainedBefore * multiplier),
    unrealised,
    realised,
    buy_quantity: bought.quantity,
    buy_price: bought.average,
    buy_value: worth(bought.value),
    buy_m2m: worth(boughtMarked),
    sell_quantity: sold.quantity,
    sell_price: sold.average,
    sell_value: worth(sold.value),
    sell_m2m: worth(soldMarked),
    day_buy_quantity: dayBought.quantity,
    day_buy_price: dayBought.average,
    day_buy_value: worth(dayBought.value),
    day_sell_quantity: daySold.quantity,
    day_sell_price: daySold.average,
    day_sell_value: worth(daySold.value),
  };
}

export const marginEntity = ({
  opening,
  realised,
  unrealised,
  premium,
  blocked,
  available,
}: PracticeFunds): object => ({
  enabled: true,
  net: available,
  available: {
    adhoc_margin: 0,
    cash: rounded(opening + realised),
    opening_balance: opening,
    live_balance: available,
    collateral: 0,
    intraday_payin: 0,
  },
  utilised: {
    debits: rounded(blocked + Math.max(premium, 0)),
    exposure: 0,
    m2m_realised: realised,
    m2m_unrealised: unrealised,
    option_premium: premium,
    payout: 0,
    span: blocked,
    holding_sales: 0,
    turnover: 0,
    liquid_collateral: 0,
    stock_collateral: 0,
    delivery: 0,
  },
});
