/** Practice on a day that is over: orders as they are wished, and what the recorded market would have made of them. */
import type { LegType } from "../strategy/leg.ts";
import type { IsoDate, Minute } from "../units.ts";

/** An order as the user placed it in a replay. */
export interface PracticeWish {
  readonly id: string;
  readonly type: LegType;
  readonly expiry: IsoDate;
  /** Rupees; 0 of a future. */
  readonly strike: number;
  readonly side: "buy" | "sell";
  readonly units: number;
  /** Minute of the day at which it was placed. */
  readonly minute: Minute;
  /** Rupees a unit; null: a market order. */
  readonly limit: number | null;
  /** Minute at which the user took back what waited; null: never. */
  readonly cancelled: Minute | null;
}

/** What became of it by a minute. */
export interface PractisedOrder {
  readonly id: string;
  /** `open`: what is not filled waits. */
  readonly state: "open" | "filled" | "cancelled" | "rejected";
  /** Units. */
  readonly filled: number;
  /** Of what is filled, rupees a unit; NaN while nothing is. */
  readonly average: number;
  /** Why it was refused, in words. */
  readonly refusal?: string;
}

export interface PractisedFill {
  readonly order: string;
  readonly minute: Minute;
  readonly units: number;
  /** Rupees a unit. */
  readonly price: number;
  /** The source shows no quotes: the last price, and a tick. */
  readonly isModelled: boolean;
}
