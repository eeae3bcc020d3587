/** The practice broker's books in the shapes of Kite's replies. */
import { gainOf } from "#contract/domain/average-cost.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { AccountBook, BookedPosition } from "../../account-book.ts";
import type { BookedOrder, PracticeProduct } from "../../booked-order.ts";
import type { PracticeContracts } from "../../contracts.ts";
import type { PracticeFill } from "../../schema.ts";

const IST_MS = 330 * 60_000;

/** 'YYYY-MM-DD HH:MM:SS', IST. */
export const stampOf = (epochMs: number): string =>
  new Date(epochMs + IST_MS).toISOString().slice(0, 19).replace("T", " ");

const STATUSES: Readonly<Record<BookedOrder["order"]["state"], string>> = {
  open: "OPEN",
  waiting: "TRIGGER PENDING",
  filled: "COMPLETE",
  cancelled: "CANCELLED",
  rejected: "REJECTED",
};
const TYPES: Readonly<Record<BookedOrder["order"]["kind"], string>> = {
  market: "MARKET",
  limit: "LIMIT",
  stop: "SL-M",
  "stop-limit": "SL",
};
export const PRODUCTS: Readonly<Record<PracticeProduct, string>> = { intraday: "MIS", margin: "NRML" };

const REASONS: Readonly<Record<string, string>> = {
  expired: "The order was valid for the day, and the day is over",
  unfilled: "Nothing could be filled at once",
};

/** Sums of doubles, to the hundredth of a paisa. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000 + 0;

export function orderEntity(booked: BookedOrder, contracts: PracticeContracts | undefined, clientId: string): object {
  const { order, tag } = booked;
  const listed = contracts?.byName(order.contract);
  const scale = listed?.room.day.priceScale ?? 100;
  const price = (scaled: number): number => (scaled > 0 ? scaled / scale : 0);
  const pending = order.quantity - order.filled;
  const message = booked.message || REASONS[order.reason ?? ""] || null;
  const isOver = order.state === "cancelled" || order.state === "rejected";
  return {
    placed_by: clientId,
    order_id: order.id,
    exchange_order_id: order.state === "rejected" ? null : `1${order.id}`,
    parent_order_id: null,
    status: STATUSES[order.state],
    status_message: message,
    status_message_raw: message,
    order_timestamp: stampOf(booked.placedAt),
    exchange_update_timestamp: stampOf(booked.changedAt),
    exchange_timestamp: order.state === "rejected" ? null : stampOf(booked.placedAt),
    variety: "regular",
    modified: booked.modifies > 0,
    exchange: listed?.exchange ?? "",
    tradingsymbol: listed?.symbol ?? order.contract,
    instrument_token: listed?.token ?? 0,
    order_type: TYPES[order.kind],
    transaction_type: order.side === "buy" ? "BUY" : "SELL",
    validity: order.validity === "ioc" ? "IOC" : "DAY",
    validity_ttl: 0,
    product: PRODUCTS[booked.product],
    quantity: order.quantity,
    disclosed_quantity: booked.disclosed,
    price: price(order.limit),
    trigger_price: price(order.trigger),
    average_price: order.filled === 0 ? 0 : rounded(order.value / order.filled / scale),
    filled_quantity: order.filled,
    pending_quantity: isOver ? 0 : pending,
    cancelled_quantity: order.state === "cancelled" ? pending : 0,
    market_protection: order.kind === "market" || order.kind === "stop" ? rounded(order.protection * 100) : 0,
    meta: {},
    tag: tag === "" ? null : tag,
    tags: tag === "" ? [] : [tag],
    guid: `practice-${order.id}`,
  };
}

export function tradeEntity(fill: PracticeFill, contracts: PracticeContracts): object {
  const listed = contracts.byName(fill.contract);
  const at = stampOf(fill.at.getTime());
  return {
    trade_id: String(fill.id),
    order_id: fill.orderId,
    exchange: listed?.exchange ?? "",
    tradingsymbol: listed?.symbol ?? fill.contract,
    instrument_token: listed?.token ?? 0,
    product: PRODUCTS[fill.product],
    average_price: fill.price,
    quantity: fill.quantity,
    exchange_order_id: `1${fill.orderId}`,
    transaction_type: fill.side === "buy" ? "BUY" : "SELL",
    fill_timestamp: at,
    order_timestamp: at.slice(11),
    exchange_timestamp: at,
    /** Ours: whether the price was quoted, or made from the last one. */
    practice_basis: fill.basis,
  };
}

export function positionEntity(position: BookedPosition, contracts: PracticeContracts): object {
  const { contract, key, product, carried, now } = position;
  const listed = contracts.byName(contract);
  const { multiplier } = underlyingOf(key.underlying);
  const last = (listed && contracts.last(listed)) ?? now.average;
  const bought = now.bought + Math.max(carried.net, 0);
  const sold = now.sold + Math.max(-carried.net, 0);
  const boughtValue = now.boughtValue + Math.max(carried.net, 0) * carried.average;
  const soldValue = now.soldValue + Math.max(-carried.net, 0) * carried.average;
  const realised = rounded(now.realised * multiplier);
  const unrealised = rounded(gainOf(now, last) * multiplier);
  const each = (value: number, units: number): number => (units === 0 ? 0 : rounded(value / units));
  return {
    tradingsymbol: listed?.symbol ?? contract,
    exchange: listed?.exchange ?? "",
    instrument_token: listed?.token ?? 0,
    product: PRODUCTS[product],
    quantity: now.net,
    overnight_quantity: carried.net,
    multiplier,
    average_price: rounded(now.average),
    close_price: 0,
    last_price: last,
    value: rounded((soldValue - boughtValue) * multiplier),
    pnl: rounded(realised + unrealised),
    m2m: rounded(realised + unrealised),
    unrealised,
    realised,
    buy_quantity: bought,
    buy_price: each(boughtValue, bought),
    buy_value: rounded(boughtValue * multiplier),
    buy_m2m: rounded(boughtValue * multiplier),
    sell_quantity: sold,
    sell_price: each(soldValue, sold),
    sell_value: rounded(soldValue * multiplier),
    sell_m2m: rounded(soldValue * multiplier),
    day_buy_quantity: now.bought,
    day_buy_price: each(now.boughtValue, now.bought),
    day_buy_value: rounded(now.boughtValue * multiplier),
    day_sell_quantity: now.sold,
    day_sell_price: each(now.soldValue, now.sold),
    day_sell_value: rounded(now.soldValue * multiplier),
  };
}

export function marginEntity(book: AccountBook, contracts: PracticeContracts): object {
  const { opening, realised, unrealised, premium, blocked, available } = book.funds(contracts);
  return {
    enabled: true,
    net: rounded(available),
    available: {
      adhoc_margin: 0,
      cash: rounded(opening + realised),
      opening_balance: rounded(opening),
      live_balance: rounded(available),
      collateral: 0,
      intraday_payin: 0,
    },
    utilised: {
      debits: rounded(blocked + Math.max(premium, 0)),
      exposure: 0,
      m2m_realised: rounded(realised),
      m2m_unrealised: rounded(unrealised),
      option_premium: rounded(premium),
      payout: 0,
      span: rounded(blocked),
      holding_sales: 0,
      turnover: 0,
      liquid_collateral: 0,
      stock_collateral: 0,
      delivery: 0,
    },
  };
}
