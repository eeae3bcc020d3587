/**
 * How far each strike's volatility strays from the smile: call and put alike, so that parity holds. Measured, a fitted
 * parabola leaves 1-2 % of the ATM IV, most of it for the whole day. Neighbours stray alike, or one would outprice the
 * other.
 */

import { draw, normal } from "../exchange/random.ts";
import type { Tier } from "./liquidity.ts";

/** sd as a share of the IV. */
const ERROR: Readonly<Record<Tier, number>> = {
  near: 0.009,
  second: 0.012,
  thin: 0.015,
  front: 0.0168,
  monthly: 0.0168,
  next: 0.007,
  far: 0.006,
};
/** On the last day it is so much more. */
const LAST_DAY = 3.2;
/** Parts of the sd that stay for the day, and that wander with knots so many minutes apart. */
const STAYS = 0.8;
const WANDERS = 0.75;
const KNOT = 30;
/** Standard deviations from the money at which a strike strays no more: there a tick is more than it is off. */
const REACH = 3;
/** Between two places whose errors have nothing to do with each other, in standard deviations at the open. */
const APART = 0.5;

/** Where a strike is among the places, from its log moneyness at the open. */
export const strikePlace = (log: number, deviation: number): number => log / (APART * deviation);

function placeError(key: number, place: number, slot: number): number {
  const own = draw(key, place);
  const knot = Math.floor(slot / KNOT);
  const share = (slot % KNOT) / KNOT;
  const wander = normal(draw(own, knot)) * (1 - share) + normal(draw(own, knot + 1)) * share;
  return STAYS * normal(own) + WANDERS * wander;
}

/** sd of a strike at the money, a share of its IV. @param stray of the underlying, relative to NIFTY */
export const strayOf = (tier: Tier, lastDay: boolean, stray: number): number =>
  ERROR[tier] * (lastDay ? LAST_DAY : stray);

/** Factor of the IV less one, at a slot. @param key of the room on this day; @param x standard deviations from the money */
export function strikeError(sd: number, key: number, place: number, slot: number, x: number): number {
  const fade = 1 - (x / REACH) ** 2;
  if (fade <= 0) return 0;
  const left = Math.floor(place);
  const share = place - left;
  const error = placeError(key, left, slot) * (1 - share) + placeError(key, left + 1, slot) * share;
  return sd * fade * error;
}
