/**
 * What each slot of the day stands on: its underlying, and what the board's pricing takes there. For lines of IV and
 * greeks, where every slot has its own, and for a strike that follows ATM.
 */

import { DEFAULT_PRICING, isSamePricing, PRICE_BASES } from "#contract/domain/choices/pricing.ts";
import { LTP, MISSING_MINUTE } from "#contract/domain/columns.ts";
import { yearsToExpiry } from "#contract/domain/reference/calendar.ts";
import { minute, scaledPrice } from "#contract/domain/units.ts";
import type { ChainMoment } from "../chain.ts";
import { createDayFold } from "../lines/day-fold.ts";
import type { Stretch } from "../lines/day-lines.ts";
import type { StrikeTable } from "../strikes/strikes.ts";
import { atmIndex } from "./atm.ts";
import { slotMoment } from "./moment.ts";
import { pricingAt } from "./pricing.ts";
import { createReferencePrice, readReferencePrice } from "./reference-price.ts";

/** By slot; prices scaled, NaN for holes and where nothing is known. */
export interface ReferenceSeries {
  /** The price ATM is nearest to. */
  readonly underlying: Float64Array;
  /** What the model takes: S of Black-Scholes, or F of Black-76. */
  readonly priced: Float64Array;
  /** Years to expiry as the model counts them, never negative. */
  readonly years: Float64Array;
  /** Where `priced` comes from: an index in PRICE_BASES. */
  readonly basis: Uint8Array;
}

const NO_BASIS = PRICE_BASES.indexOf("none");

const createReferenceSeries = (slots: number): ReferenceSeries => ({
  underlying: new Float64Array(slots).fill(Number.NaN),
  priced: new Float64Array(slots).fill(Number.NaN),
  years: new Float64Array(slots).fill(Number.NaN),
  basis: new Uint8Array(slots).fill(NO_BASIS),
});

type PricedDay = Pick<ChainMoment, "day" | "table" | "underlying" | "futureIsOfExpiry" | "pricing">;

/** Fills the slots [from, to) as the board's pricing has them. */
function readReferenceSeries(out: ReferenceSeries, at: PricedDay, from: number, to: number): void {
  const { day, table, underlying, futureIsOfExpiry, pricing } = at;
  const { segment, rate } = underlying;
  const spot = createReferencePrice();
  for (let slot = from; slot < to; slot++) {
    const now = minute(day.open + slot);
    const years = yearsToExpiry(segment, day.expiry, day.date, now, "spec");
    out.years[slot] = years;
    out.underlying[slot] = Number.NaN;
    out.priced[slot] = Number.NaN;
    out.basis[slot] = NO_BASIS;
    if (day.minutes.state[slot] === MISSING_MINUTE) continue;
    const moment = slotMoment(day, slot);
    readReferencePrice(spot, day, table, moment, { minute: now, years, rate, futureIsOfExpiry });
    putSlot(out, slot, spot.underlying, pricingAt(at, moment, now, spot, years, pricing));
  }
}

function putSlot(out: ReferenceSeries, slot: number, underlying: number, pricing: ChainMoment["pricing"]): void {
  out.underlying[slot] = underlying;
  out.priced[slot] = pricing.underlying;
  out.years[slot] = pricing.years;
  out.basis[slot] = PRICE_BASES.indexOf(pricing.basis);
}

export interface DayReference {
  /** By slot up to the moment, the minute in progress with it; valid until the next call. */
  upTo(at: ChainMoment): ReferenceSeries;
}

/** The reference prices of a day, kept between runs. */
export function createDayReference(): DayReference {
  let known = createReferenceSeries(0);
  let choice = DEFAULT_PRICING;
  const fold = createDayFold<void, ChainMoment>({
    bySlot: true,
    reset({ day }) {
      known = createReferenceSeries(day.minutes.slots);
    },
    add: (at, from, to) => readReferenceSeries(known, at, from, to),
  });
  return {
    upTo(at) {
      const { tail, spot, pricing } = at;
      if (!isSamePricing(choice, pricing)) fold.restart();
      choice = pricing;
      fold.upTo(at);
      if (tail >= 0) putSlot(known, tail, spot.underlying, pricing);
      return known;
    },
  };
}

/**
 * The spot by slot, rupees, as a line of a screen: the spot itself where the room has one (a slot without it is a gap),
 * else what ATM stands on.
 */
export function spotOverSlots(
  out: Float64Array,
  { table, day }: Pick<ChainMoment, "table" | "day">,
  { minutes, from, to, first }: Omit<Stretch<never>, "lines">,
  reference: ReferenceSeries,
): void {
  const ltp = minutes.columns[LTP]!;
  for (let slot = from; slot < to; slot++) {
    const spot = table.eq < 0 || minutes.state[slot] === MISSING_MINUTE ? -1 : ltp[slot * minutes.stride + table.eq]!;
    const price = table.eq < 0 ? reference.underlying[first + slot]! : spot > 0 ? spot : Number.NaN;
    out[slot] = price / day.priceScale;
  }
}

/** The ATM strike's index by slot, for the slots [from, to); -1 where no underlying is known. */
export function atmOverSlots(
  out: Int32Array,
  table: StrikeTable,
  underlying: Float64Array,
  from: number,
  to: number,
): void {
  for (let slot = from; slot < to; slot++) out[slot] = atmIndex(table, scaledPrice(underlying[slot]!));
}
