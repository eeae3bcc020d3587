/**
 * The practice broker's books in rupees and units, as plain data that crosses a line: what every face puts into the words of
 * its protocol.
 */

import { type ContractKey, underlyingOf } from "#contract/domain/instruments.ts";
import { gainOf } from "#contract/domain/orders/average-cost.ts";
import type { PracticeOrder } from "#market/matching/order.ts";
import { sideAverage } from "../book-words.ts";
import type { AccountBook, BookedPosition, PracticeFunds } from "./account-book.ts";
import { type BookedGtt, YEAR_MS } from "./booked-gtt.ts";
import type { BookedOrder, PracticeProduct } from "./booked-order.ts";
import { isOwnOfMonth, type PracticeContracts } from "./contracts.ts";
import type { PracticeFill } from "./schema.ts";

/** What faces make a symbol of. */
export interface ContractView {
  readonly key: ContractKey;
  /** It expires last of its month. */
  readonly isMonthly: boolean;
  /** The exchange's number of it; 0 where it is not listed today. */
  readonly token: number;
  readonly lot: number;
}

export interface OrderView extends Pick<PracticeOrder, "id" | "kind" | "side" | "state" | "quantity" | "filled"> {
  readonly clientId: string;
  readonly contract: ContractView;
  readonly product: PracticeProduct;
  readonly isIoc: boolean;
  readonly limit: number;
  readonly trigger: number;
  /** Of what filled; 0 where nothing did. */
  readonly average: number;
  /** Percent that a market order may be off. */
  readonly protection: number;
  readonly disclosed: number;
  readonly tag: string;
  /** '' where there is nothing to say. */
  readonly message: string;
  readonly isModified: boolean;
  /** Epoch ms, by the exchange's clock. */
  readonly placedAt: number;
  readonly changedAt: number;
}

export interface TradeView {
  readonly id: string;
  readonly orderId: string;
  readonly clientId: string;
  readonly contract: ContractView;
  readonly product: PracticeProduct;
  readonly side: "buy" | "sell";
  readonly quantity: number;
  readonly price: number;
  readonly at: number;
  /** Whether the price was quoted, or made from the last one. */
  readonly basis: PracticeFill["basis"];
}

/** What was bought and sold: units, and what they cost in rupees without the contract's multiplier. */
export interface TradedView {
  readonly quantity: number;
  readonly average: number;
  readonly value: number;
}

export interface PositionView {
  readonly contract: ContractView;
  readonly product: PracticeProduct;
  readonly net: number;
  /** As the day began. */
  readonly carried: number;
  /** Of the units that are open; {@link bySide} has the whole side's. */
  readonly average: number;
  readonly last: number;
  /** 0 where there was none. */
  readonly closeBefore: number;
  /** Rupees that a unit gains with a rupee of price. */
  readonly multiplier: number;
  readonly realised: number;
  readonly unrealised: number;
  /** What was carried over is bought or sold at its cost. */
  readonly bought: TradedView;
  readonly sold: TradedView;
  readonly dayBought: TradedView;
  readonly daySold: TradedView;
}

/** An order that waits for a price, or waited; times are epoch ms by the exchange's clock. */
export interface GttView extends Pick<BookedGtt, "id" | "side" | "product" | "quantity" | "legs" | "lastPrice"> {
  readonly clientId: string;
  readonly contract: ContractView;
  readonly status: BookedGtt["status"];
  readonly createdAt: number;
  readonly changedAt: number;
  /** After a year, or with its contract. */
  readonly expiresAt: number;
  readonly firing: BookedGtt["firing"];
}

const REASONS: Readonly<Record<string, string>> = {
  expired: "The order was valid for the day, and the day is over",
  unfilled: "Nothing could be filled at once",
};

/** Sums of doubles, to the hundredth of a paisa. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000 + 0;

function contractView(name: string, key: ContractKey, contracts: PracticeContracts | undefined): ContractView {
  const listed = contracts?.byName(name);
  return {
    key,
    isMonthly: listed?.isMonthly ?? isOwnOfMonth(name, key),
    token: listed?.token ?? 0,
    lot: listed?.lot ?? 1,
  };
}

export function orderView(
  booked: BookedOrder,
  contracts: PracticeContracts | undefined,
  { clientId }: AccountBook["facts"],
): OrderView {
  const { order } = booked;
  // In the room's scale, as it was placed; a contract that today does not list has only its own scale left.
  const { priceScale: scale } = contracts?.byName(order.contract)?.room.day ?? underlyingOf(booked.key.underlying);
  const price = (scaled: number): number => (scaled > 0 ? scaled / scale : 0);
  const { id, kind, side, state, quantity, filled } = order;
  return {
    ...{ id, kind, side, state, quantity, filled, clientId },
    contract: contractView(order.contract, booked.key, contracts),
    product: booked.product,
    isIoc: order.validity === "ioc",
    limit: price(order.limit),
    trigger: price(order.trigger),
    average: filled === 0 ? 0 : rounded(order.value / filled / scale),
    protection: kind === "market" || kind === "stop" ? rounded(order.protection * 100) : 0,
    disclosed: booked.disclosed,
    tag: booked.tag,
    message: booked.message || (REASONS[order.reason ?? ""] ?? ""),
    isModified: booked.modifies > 0,
    placedAt: booked.placedAt,
    changedAt: booked.changedAt,
  };
}

export const ordersOf = (book: AccountBook, contracts: PracticeContracts): OrderView[] =>
  [...book.orders.values()].map((order) => orderView(order, contracts, book.facts));

export const gttView = (
  gtt: BookedGtt,
  contracts: PracticeContracts | undefined,
  { clientId }: AccountBook["facts"],
): GttView => {
  const { id, side, product, quantity, legs, lastPrice, status, firing, key } = gtt;
  const { createdAt, changedAt } = gtt.stamps ?? gtt;
  return {
    ...{ id, clientId, side, product, quantity, legs, lastPrice, status, createdAt, changedAt, firing },
    contract: contractView(gtt.contract, key, contracts),
    expiresAt: Math.min(createdAt + YEAR_MS, Date.parse(`${key.expiry}T15:30:00+05:30`)),
  };
};

export const tradesOf = (book: AccountBook, contracts: PracticeContracts): TradeView[] =>
  book.fills.flatMap((fill) => {
    const { id, orderId, kind, contract, key, product, side, quantity, price, at, basis } = fill;
    if (kind !== "trade") return [];
    return [
      {
        id: String(id),
        orderId: orderId ?? "",
        clientId: book.facts.clientId,
        contract: contractView(contract, key, contracts),
        ...{ product, side, quantity, price, basis },
        at: at.getTime(),
      },
    ];
  });

export const positionsOf = (book: AccountBook, contracts: PracticeContracts): PositionView[] =>
  [...book.positions].map((position) => positionView(position, contracts));

function positionView(
  { contract, key, product, carried, now }: BookedPosition,
  contracts: PracticeContracts,
): PositionView {
  const listed = contracts.byName(contract);
  const { multiplier } = underlyingOf(key.underlying);
  const last = (listed && contracts.last(listed)) ?? now.average;
  const [long, short] = [Math.max(carried.net, 0), Math.max(-carried.net, 0)];
  return {
    contract: contractView(contract, key, contracts),
    product,
    net: now.net,
    carried: carried.net,
    average: rounded(now.average),
    last,
    closeBefore: (listed && contracts.closeBefore(listed)) ?? 0,
    multiplier,
    realised: rounded(now.realised * multiplier),
    unrealised: rounded(gainOf(now, last) * multiplier),
    bought: traded(now.bought + long, now.boughtValue + long * carried.average),
    sold: traded(now.sold + short, now.soldValue + short * carried.average),
    dayBought: traded(now.bought, now.boughtValue),
    daySold: traded(now.sold, now.soldValue),
  };
}

/** As brokers reckon whose average is that of all that was bought, or sold: what it makes of what is held is not realised. */
export function bySide({ net, bought, sold, last, multiplier, realised, unrealised }: PositionView) {
  const average = sideAverage(net, bought.average, sold.average);
  const gain = rounded(gainOf({ net, average }, last) * multiplier);
  return { average, unrealised: gain, realised: rounded(realised + unrealised - gain) };
}

const traded = (quantity: number, value: number): TradedView => ({
  quantity,
  value,
  average: quantity === 0 ? 0 : rounded(value / quantity),
});

export function fundsOf(book: AccountBook, contracts: PracticeContracts): PracticeFunds {
  const { opening, realised, unrealised, premium, blocked, available } = book.funds(contracts);
  return {
    opening: rounded(opening),
    realised: rounded(realised),
    unrealised: rounded(unrealised),
    premium: rounded(premium),
    blocked: rounded(blocked),
    available: rounded(available),
  };
}
