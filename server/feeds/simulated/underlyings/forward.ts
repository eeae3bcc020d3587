/**
 * What each expiry's forward is worth: the driver of the underlying, carried to the expiry, and a basis that wavers.
 *
 * Carry is 6-8 % a year, more for short dates, as measured on the near weeklies; the wavering stands for quotes of spot
 * and chain that are never of the same instant (sd 5-7 points of NIFTY within a day).
 */

import type { Segment } from "#contract/domain/instruments.ts";
import { expiryClose } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { draw, normal, subkey, wordKey } from "../exchange/random.ts";
import type { UnderlyingFacts } from "./facts.ts";

export const MINUTES_PER_YEAR = 525_600;
const BASIS_SD = 0.00018;
const BASIS_REVERSION = 0.12;
/** Minutes over which an expiring forward goes over to the settlement price after the auction's match. */
const SETTLING = 10;

/** Minutes from midnight of the day to the close of the expiry's last session. */
export const minutesToExpiry = (segment: Segment, expiry: IsoDate, days: number): number =>
  days * 1440 + expiryClose(segment, expiry);

/** Log basis of the underlying at the end of each minute since `from`: one for all its expiries. */
export function basisOf(seed: number, date: IsoDate, facts: UnderlyingFacts, minutes: number): Float64Array {
  const key = subkey(subkey(subkey(seed, wordKey(date)), wordKey(facts.symbol)), wordKey("basis"));
  const basis = new Float64Array(minutes + 1);
  const sd = BASIS_SD * (facts.symbol === "USDINR" ? 0.25 : Math.hypot(1, facts.own));
  let value = sd * normal(draw(key, 0));
  for (let i = 0; i <= minutes; i++) {
    basis[i] = value;
    value = value * (1 - BASIS_REVERSION) + sd * Math.sqrt(2 * BASIS_REVERSION) * normal(draw(key, i + 1));
  }
  return basis;
}

/** The rate of carry of a day to an expiry so many days away, a year. */
export function carryRate(seed: number, date: IsoDate, facts: UnderlyingFacts, days: number): number {
  const key = subkey(subkey(subkey(seed, wordKey(date)), wordKey(facts.symbol)), wordKey("carry"));
  return (
    (facts.carry + (facts.symbol === "USDINR" ? 0 : 0.016 * Math.exp(-days / 12))) *
    Math.exp(0.14 * normal(draw(key, 0)))
  );
}

export interface Forward {
  readonly driver: Float64Array;
  readonly basis: Float64Array;
  readonly rate: number;
  /** Minutes of the day at which the contract stops trading, counted from midnight of this day. */
  readonly end: number;
  /** Rupees that an expiring contract goes over to, and from which minute; undefined on other days. */
  readonly settles: { readonly at: number; readonly price: number } | undefined;
}

/**
 * Writes the forward of the sixty seconds of a minute.
 * @param from minute of the driver's first entry
 */
export function writeForward(forward: Forward, from: number, minute: number, out: Float64Array): void {
  const { driver, basis, rate, end, settles } = forward;
  const at = (minute - from) * 60;
  const years = Math.max(end - minute, 0) / MINUTES_PER_YEAR;
  // The basis fades with the last quarter of an hour of the contract's life.
  const fade = Math.min(1, Math.max(end - minute, 0) / 15);
  const carry = Math.exp(rate * years);
  const b0 = (basis[minute - from] ?? 0) * fade;
  const b1 = (basis[minute - from + 1] ?? 0) * fade;
  for (let s = 0; s < 60; s++) out[s] = (driver[at + s] ?? 0) * carry * (1 + b0 + ((b1 - b0) * s) / 60);
  if (!settles || minute < settles.at) return;
  for (let s = 0; s < 60; s++) {
    const share = Math.min(1, (minute - settles.at + s / 60) / SETTLING);
    out[s] = (out[s] ?? 0) * (1 - share) + settles.price * share;
  }
}
