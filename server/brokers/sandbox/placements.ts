/** What users ask of the practice broker, in rupees and units, and what the engine and the book make of it. */
import { randomInt } from "node:crypto";
import { DAY_MS } from "#contract/domain/reference/calendar.ts";
import { type IsoDate, qty, scaledPrice } from "#contract/domain/units.ts";
import type {
  OrderKind,
  OrderRequest,
  OrderWish,
  PracticeOrder,
  Refusal,
  Side,
  Validity,
} from "#market/matching/order.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { BookedOrder, PracticeProduct } from "./booked-order.ts";
import type { PracticeContract } from "./contracts.ts";

/** What an order is to do. */
export interface PracticeWish {
  readonly kind: OrderKind;
  readonly quantity: number;
  readonly limit: number;
  readonly trigger: number;
  readonly validity: Validity;
  /** A fraction: how far a market order may fill from the quote. */
  readonly protection: number;
  readonly disclosed: number;
}

export interface PracticePlacement extends PracticeWish {
  readonly contract: PracticeContract;
  readonly side: Side;
  readonly product: PracticeProduct;
  readonly tag: string;
}

export interface PracticeConversion {
  readonly contract: PracticeContract;
  readonly from: PracticeProduct;
  readonly to: PracticeProduct;
  readonly side: Side;
  readonly quantity: number;
}

export type Answer<Value> = { readonly value: Value } | { readonly refusal: Refusal };

const MARKET_PROTECTION = 0.03;

/** For the engine. What is no whole scaled price stays one that is none, so that the engine refuses it. */
export function scaled(wish: PracticeWish, { room }: PracticeContract): OrderWish {
  const { priceScale } = room.day;
  const at = (rupees: number) => scaledPrice(Math.round(rupees * priceScale * 1000) / 1000);
  const { kind, validity, protection } = wish;
  return { kind, validity, protection, quantity: qty(wish.quantity), limit: at(wish.limit), trigger: at(wish.trigger) };
}

export const requestOf = (
  id: string,
  account: string,
  { contract, side, ...wish }: PracticePlacement,
): OrderRequest => ({ id, account, contract: contract.name, side, ...scaled(wish, contract) });

/** @param at epoch ms, by the exchange's clock. */
export const bookedOf = (order: PracticeOrder, placement: PracticePlacement, at: number): BookedOrder => ({
  order,
  key: placement.contract.key,
  product: placement.product,
  tag: placement.tag,
  disclosed: placement.disclosed,
  message: "",
  modifies: 0,
  placedAt: at,
  changedAt: at,
});

/** As the engine would take it, for reckoning. */
export const asOpen = (order: PracticeOrder): PracticeOrder => ({ ...order, state: "open", reason: undefined });

/** What closes an intraday position of `net` units. */
export const closing = (contract: PracticeContract, net: number): PracticePlacement => ({
  contract,
  side: net > 0 ? "sell" : "buy",
  product: "intraday",
  kind: "market",
  quantity: Math.abs(net),
  limit: 0,
  trigger: 0,
  validity: "day",
  protection: MARKET_PROTECTION,
  disclosed: 0,
  tag: "autosquareoff",
});

/** 'YYMMDD', the millisecond of the day, and numbers that are never twice the same in it: later orders have higher ids. */
export function createOrderIds(clock: Pick<WallClock, "now">): (day: IsoDate) => string {
  // A start within the millisecond of the last order, as clocks of tests have it, does not count the same turns again.
  let turn = randomInt(0, 500);
  return (day) => {
    turn = (turn + 1) % 1000;
    const [at, count, chance] = [clock.now() % DAY_MS, turn, randomInt(0, 1000)].map(String);
    return `${day.slice(2).replaceAll("-", "")}${at?.padStart(8, "0")}${count?.padStart(3, "0")}${chance?.padStart(3, "0")}`;
  };
}
