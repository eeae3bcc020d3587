/**
 * Steps and bands of order prices, in rupees. Bands are NSE's Limit Price Protection: an order outside them is refused by
 * the exchange. It measures them from the mean of the last 30 seconds; the last price stands for that here, so a price near
 * the edge may still be refused. Currency has no such band.
 */
import type { Underlying } from "../instruments.ts";

/** 1 buys, -1 sells. */
export type OrderSide = 1 | -1;

/** How far a market order may go from the last price, a fraction: it is sent as a limit order there. */
export const MARKET_PROTECTION = 0.03;

/** Premium up to which an option's band is in rupees. */
const CHEAP_PREMIUM = 50;
const CHEAP_BAND = 20;
const PREMIUM_BAND = 0.4;
const FUTURE_BAND: Readonly<Record<Underlying["kind"], number>> = {
  index: 0.02,
  stock: 0.03,
  currency: Number.POSITIVE_INFINITY,
};

/** In steps, which are whole numbers; doubles of decimal prices are off by less than a millionth of a step. */
const stepsOf = (price: number, tick: number): number => price / tick;
const NEAR = 1e-6;

/** Whether a price is a whole number of ticks. */
export function isOnTick(price: number, tick: number): boolean {
  const steps = stepsOf(price, tick);
  return Number.isFinite(steps) && Math.abs(steps - Math.round(steps)) < NEAR;
}

const floorToTick = (price: number, tick: number): number => ofSteps(Math.floor(stepsOf(price, tick) + NEAR), tick);
const ceilToTick = (price: number, tick: number): number => ofSteps(Math.ceil(stepsOf(price, tick) - NEAR), tick);

/** Without what the product of doubles leaves behind the fourth decimal. */
const ofSteps = (steps: number, tick: number): number => Math.round(steps * tick * 10_000) / 10_000;

/** How many ticks lie between two prices. */
export const ticksBetween = (a: number, b: number, tick: number): number => Math.round(Math.abs(a - b) / tick);

/**
 * The limit that a market order goes as: 3 % past the last price, on a tick, at least one tick away and never below one.
 * Undefined without a last price.
 */
export function protectedLimit(side: OrderSide, ltp: number, tick: number): number | undefined {
  if (!(ltp > 0)) return undefined;
  if (side === 1) return Math.max(ceilToTick(ltp * (1 + MARKET_PROTECTION), tick), ofSteps(stepsUp(ltp, tick), tick));
  return Math.max(floorToTick(ltp * (1 - MARKET_PROTECTION), tick), ofSteps(1, tick));
}

const stepsUp = (price: number, tick: number): number => Math.floor(stepsOf(price, tick) + NEAR) + 1;

export interface PriceBand {
  readonly low: number;
  readonly high: number;
}

/** The prices that the exchange takes, both ends included; undefined where it has no band, or no price to measure from. */
export function priceBand(
  { kind }: Pick<Underlying, "kind">,
  type: "CE" | "PE" | "FUT",
  reference: number,
): PriceBand | undefined {
  if (!(reference > 0) || kind === "currency") return undefined;
  const reach =
    type === "FUT" ? reference * FUTURE_BAND[kind] : reference > CHEAP_PREMIUM ? reference * PREMIUM_BAND : CHEAP_BAND;
  return { low: Math.max(reference - reach, 0), high: reference + reach };
}
