/** Orders as the engine knows them. Prices are scaled integers, ABSENT where an order has none; quantities are units. */
import type { Minute, Qty, ScaledPrice } from "#contract/domain/units.ts";

export type Side = "buy" | "sell";
/** A stop waits for its trigger, and is a market order then; a stop-limit is a limit order then. */
export type OrderKind = "market" | "limit" | "stop" | "stop-limit";
/** `ioc`: what is not filled at once is cancelled. */
export type Validity = "day" | "ioc";
/** `waiting`: for its trigger. The last three are final. */
export type OrderState = "open" | "waiting" | "filled" | "cancelled" | "rejected";

/** What an order is to do: the part of it that may be modified. */
export interface OrderWish {
  readonly kind: OrderKind;
  readonly quantity: Qty;
  /** Of limit and stop-limit. */
  readonly limit: ScaledPrice;
  /** Of stop and stop-limit. */
  readonly trigger: ScaledPrice;
  readonly validity: Validity;
  /** How far from the quote a market order may fill, a fraction: it rests as a limit order there. */
  readonly protection: number;
}

export interface OrderRequest extends OrderWish {
  readonly id: string;
  readonly account: string;
  /** {@link ContractTerms.contract} */
  readonly contract: string;
  readonly side: Side;
}

export interface PracticeOrder extends OrderRequest {
  readonly state: OrderState;
  /** Units filled so far. */
  readonly filled: Qty;
  /** Scaled price x units of all fills. */
  readonly value: number;
  /** The worst price it may fill at, once it is no longer waiting: its limit, or a market order's protection. */
  readonly bound: ScaledPrice;
  /** Why it is rejected, or was cancelled without having been asked. */
  readonly reason: RefusalCode | "expired" | "unfilled" | undefined;
  /** Place in the queue of one price. */
  readonly turn: number;
}

export const REFUSAL_CODES = [
  "contract",
  "session",
  "quantity",
  "lot",
  "freeze",
  "price",
  "tick",
  "band",
  "trigger",
  "no-quote",
  "margin",
  "state",
] as const;
/** Why an order or a change of one is not taken. */
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export interface Refusal {
  readonly code: RefusalCode;
  /** For people. */
  readonly message: string;
}

/** Part of an order, done. */
export interface Fill {
  readonly order: string;
  readonly account: string;
  readonly contract: string;
  readonly side: Side;
  readonly quantity: Qty;
  readonly price: ScaledPrice;
  /** `quote`: at the shown price, within the shown size. `modelled`: the source shows none. */
  readonly basis: "quote" | "modelled";
  /** Of the exchange's day. */
  readonly minute: Minute;
}

/** An order as it is now, and the fill that made it so; a change of state comes without one. */
export interface OrderChange {
  readonly order: PracticeOrder;
  readonly fill: Fill | undefined;
}

export const isLive = ({ state }: Pick<PracticeOrder, "state">): boolean => state === "open" || state === "waiting";
