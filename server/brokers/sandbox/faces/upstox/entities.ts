/** The practice broker's books in the shapes of Upstox' replies. */
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { PracticeFunds } from "../../account-book.ts";
import type { PracticeProduct } from "../../booked-order.ts";
import { type ContractView, type OrderView, type PositionView, rounded, type TradeView } from "../../views.ts";
import { stampOf } from "../stamps.ts";
import { keyOf, nameOf } from "./instruments.ts";

const STATUSES: Readonly<Record<OrderView["state"], string>> = {
  open: "open",
  waiting: "trigger pending",
  filled: "complete",
  cancelled: "cancelled",
  rejected: "rejected",
};
const TYPES: Readonly<Record<OrderView["kind"], string>> = {
  limit: "LIMIT",
  market: "MARKET",
  stop: "SL-M",
  "stop-limit": "SL",
};
const PRODUCTS: Readonly<Record<PracticeProduct, string>> = { intraday: "I", margin: "D" };

/** NFO, BFO or CDS. */
function exchangeOf({ key }: ContractView): string {
  if (underlyingOf(key.underlying).kind === "currency") return "CDS";
  return key.exchange === "BSE" ? "BFO" : "NFO";
}

const namesOf = (contract: ContractView): object => {
  const { symbol } = nameOf(contract);
  const exchange = exchangeOf(contract);
  return { exchange, instrument_token: keyOf(contract), trading_symbol: symbol, tradingsymbol: symbol };
};

const sideOf = (side: "buy" | "sell"): string => (side === "buy" ? "BUY" : "SELL");

export function orderEntity(order: OrderView): object {
  const { id, contract, quantity, filled } = order;
  const isLive = order.state === "open" || order.state === "waiting";
  return {
    ...namesOf(contract),
    product: PRODUCTS[order.product],
    price: order.limit,
    quantity,
    status: STATUSES[order.state],
    guid: null,
    tag: order.tag === "" ? null : order.tag,
    placed_by: order.clientId,
    order_type: TYPES[order.kind],
    validity: order.isIoc ? "IOC" : "DAY",
    trigger_price: order.trigger,
    disclosed_quantity: order.disclosed,
    transaction_type: sideOf(order.side),
    average_price: order.average,
    filled_quantity: filled,
    pending_quantity: isLive ? quantity - filled : 0,
    status_message: order.message === "" ? null : order.message,
    status_message_raw: null,
    exchange_order_id: order.state === "rejected" ? null : `1${id}`,
    parent_order_id: null,
    order_id: id,
    variety: "SIMPLE",
    order_timestamp: stampOf(order.placedAt),
    exchange_timestamp: order.state === "rejected" ? null : stampOf(order.changedAt),
    is_amo: false,
    order_request_id: "1",
    order_ref_id: `practice-${id}`,
  };
}

export const tradeEntity = (trade: TradeView): object => ({
  ...namesOf(trade.contract),
  product: PRODUCTS[trade.product],
  order_type: "LIMIT",
  transaction_type: sideOf(trade.side),
  quantity: trade.quantity,
  exchange_order_id: `1${trade.orderId}`,
  order_id: trade.orderId,
  exchange_timestamp: stampOf(trade.at),
  average_price: trade.price,
  trade_id: trade.id,
  order_ref_id: `practice-${trade.orderId}`,
  order_timestamp: stampOf(trade.at),
});

export function positionEntity(position: PositionView): object {
  const { contract, net, bought, sold, dayBought, daySold, carried, realised, unrealised } = position;
  return {
    ...namesOf(contract),
    multiplier: position.multiplier,
    value: rounded(net * position.average),
    pnl: rounded(realised + unrealised),
    product: PRODUCTS[position.product],
    average_price: position.average,
    quantity: net,
    last_price: position.last,
    close_price: 0,
    buy_price: bought.average,
    buy_value: rounded(bought.value),
    sell_price: sold.average,
    sell_value: rounded(sold.value),
    overnight_quantity: carried,
    overnight_buy_quantity: Math.max(carried, 0),
    overnight_sell_quantity: Math.max(-carried, 0),
    overnight_buy_amount: rounded(bought.value - dayBought.value),
    overnight_sell_amount: rounded(sold.value - daySold.value),
    day_buy_quantity: dayBought.quantity,
    day_buy_price: dayBought.average,
    day_buy_value: rounded(dayBought.value),
    day_sell_quantity: daySold.quantity,
    day_sell_price: daySold.average,
    day_sell_value: rounded(daySold.value),
    realised,
    unrealised,
  };
}

export function fundsEntity({ opening, realised, unrealised, blocked, premium, available }: PracticeFunds): object {
  const used = rounded(blocked + Math.max(premium, 0));
  const loss = { total: rounded(realised + unrealised), realised: rounded(realised), unrealised: rounded(unrealised) };
  const cash = {
    opening_balance: rounded(opening),
    added_today: 0,
    withdrawn_today: 0,
    amount_from_stock_sale: 0,
    unpaid_charges: 0,
  };
  const marginUsed = {
    total: used,
    mtf: 0,
    loss,
    span_exposure: rounded(blocked),
    cash_margin_var_elm: 0,
    premium_present: rounded(premium),
    delivery_margin: { total: 0, equity: 0, fo_settlement: 0 },
  };
  return {
    available_to_trade: {
      total: rounded(available),
      cash_available_to_trade: { total: rounded(available), cash, margin_used: marginUsed },
      pledge_available_to_trade: {
        margin_from_pledge: { total: 0, equity: 0, mutual_funds: 0 },
        margin_used: { total: 0, mtf: 0, span_exposure: 0, cash_margin_var_elm: 0, premium_present: 0 },
      },
    },
    unavailable_to_trade: {},
  };
}
