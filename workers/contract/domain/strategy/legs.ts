/**
 * A strategy as a user builds and saves it: legs, and the orders in each. The names are those of the saved form, which
 * older versions of the builder wrote and the server seals without reading. Prices are rupees a unit, times are epoch ms.
 */
import type { LegType } from "./leg.ts";

export const SIDES = ["buy", "sell"] as const;
export type Side = (typeof SIDES)[number];

export const oppositeOf = (side: Side): Side => (side === "buy" ? "sell" : "buy");

export interface StrategyOrder {
  /** Ten hex digits. */
  readonly id: string;
  /** Lots, never negative: `action` has the side. */
  readonly contracts: number;
  readonly ltp: number;
  readonly action: Side;
  readonly time: number;
  readonly orderType: "Market" | "Limit";
  /** Made in the builder; false once a broker has it, and for what was read from a broker. */
  readonly builder: boolean;
  readonly isTraded: boolean;
  /** Left out when the strategy is sent. It still counts in the position. */
  readonly exclude: boolean;
  /** What the broker answered. */
  readonly ordExcDetails?: unknown;
  /** A closing order of the portfolio screen. */
  readonly isPortfClose?: boolean;
}

/** What names a leg: no two legs of a strategy share it. */
export interface LegContract {
  /** 'M:D:YYYY' */
  readonly expiry: string;
  /** Rupees; 0 for a future. */
  readonly strike: number;
  readonly type: LegType;
}

export const legKey = ({ expiry, strike, type }: LegContract): string => `${expiry}|${strike}|${type}`;

export interface StrategyLeg extends LegContract {
  readonly id: string;
  /** Of the open position; absent at 0 lots. */
  readonly action?: Side;
  /** Net lots, never negative. */
  readonly totalContracts: number;
  readonly lotSize: number;
  /** Average price of the open position. */
  readonly ltp: number;
  /** Rupees, two decimals. */
  readonly realised: number;
  readonly time: number;
  /** Its expiry is a monthly one. */
  readonly isMonth: boolean;
  /** Whole days to its expiry, as they were when it was made. */
  readonly remainingDays: number;
  readonly securityId: string;
  /** A fraction; 0 where it was not known. */
  readonly IV: number;
  /** One of its orders waits to be sent. */
  readonly toTrade: boolean;
  readonly isClosed: boolean;
  readonly orders: readonly StrategyOrder[];
}
