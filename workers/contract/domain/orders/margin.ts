/**
 * 'Margin Required' of the ticket, rupees: an option bought costs its premium, one sold the lot's margin base and exposure,
 * a future its base and exposure. It is the specification's estimate; a broker's own figure stands beside it.
 */
import { indexExposureRate, roundUp } from "./exposure.ts";
import type { OrderSide } from "./prices.ts";

const NEAR_OR_FAR: readonly string[] = ["NIFTY", "BANKNIFTY", "FINNIFTY", "MIDCPNIFTY"];
const OTHER_RATE = 0.035;
const CURRENCY = "USDINR";
const CURRENCY_UNITS = 1000;
const CURRENCY_RATE = 0.0075;
const FUTURE_RATE = 0.02;
const CURRENCY_FUTURE_RATE = 5;

export interface MarginOrder {
  readonly symbol: string;
  readonly type: "CE" | "PE" | "FUT";
  readonly side: OrderSide;
  /** Rupees; not read for FUT. */
  readonly strike: number;
  /** What the premium of an option bought is reckoned at, rupees. */
  readonly limitPrice: number;
  /** Units; contracts for USDINR. */
  readonly qty: number;
  readonly lot: number;
  /** Last price, read for FUT alone. */
  readonly ltp: number;
  readonly spot: number;
  /** Close of the spot on the day before. */
  readonly previousSpot: number;
  /** The first element of the token's `m`. */
  readonly base: number;
}

/** Rounded up; NaN where a figure that it is made of is not known. */
export function marginRequired(order: MarginOrder): number {
  const exact = exactMargin(order);
  return Number.isNaN(exact) ? Number.NaN : roundUp(exact);
}

function exactMargin(order: MarginOrder): number {
  const { symbol, type, side, limitPrice, qty, lot, base, ltp } = order;
  const lots = qty / lot;
  if (type === "FUT") return (base + ltp * lot * (symbol === CURRENCY ? CURRENCY_FUTURE_RATE : FUTURE_RATE)) * lots;
  if (side === 1) return limitPrice * qty * (symbol === CURRENCY ? CURRENCY_UNITS : 1);
  return (base + lotExposure(order, type)) * lots;
}

/** Exposure of one lot of an option sold. */
function lotExposure({ symbol, strike, lot, spot, previousSpot }: MarginOrder, type: "CE" | "PE"): number {
  if (symbol === CURRENCY) return CURRENCY_UNITS * spot * CURRENCY_RATE;
  const rate = NEAR_OR_FAR.includes(symbol) ? indexExposureRate(type, strike, previousSpot) : OTHER_RATE;
  return spot * lot * rate;
}
