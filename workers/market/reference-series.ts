/**
 * What each slot of the day stands on: its underlying, the model's spot and the time to expiry. For lines of IV and
 * greeks, where every slot has its own, and for a strike that follows ATM.
 */
import { type TimeMode, yearsToExpiry } from "#contract/domain/calendar.ts";
import { LTP, MISSING_MINUTE, type MinuteColumns, type RoomDay } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { minute } from "#contract/domain/units.ts";
import { atmIndex } from "./atm.ts";
import { slotMoment } from "./moment.ts";
import { createReferencePrice, readReferencePrice } from "./reference-price.ts";
import type { StrikeTable } from "./strikes.ts";

/** By slot; prices scaled, NaN for holes and where nothing is known. */
export interface ReferenceSeries {
  /** The price ATM is nearest to, and Black-76's F. */
  readonly underlying: Float64Array;
  /** S of the Black-Scholes model. */
  readonly modelSpot: Float64Array;
  /** Years to expiry, never negative. */
  readonly years: Float64Array;
}

export const createReferenceSeries = (slots: number): ReferenceSeries => ({
  underlying: new Float64Array(slots).fill(Number.NaN),
  modelSpot: new Float64Array(slots).fill(Number.NaN),
  years: new Float64Array(slots).fill(Number.NaN),
});

/** Fills the slots [from, to). `futureIsOfExpiry`: as readReferencePrice takes it. */
export function readReferenceSeries(
  out: ReferenceSeries,
  day: RoomDay,
  table: StrikeTable,
  from: number,
  to: number,
  mode: TimeMode,
  futureIsOfExpiry: boolean,
): void {
  const { segment, rate } = underlyingOf(day.symbol);
  const spot = createReferencePrice();
  for (let slot = from; slot < to; slot++) {
    const at = minute(day.open + slot);
    const years = yearsToExpiry(segment, day.expiry, day.date, at, mode);
    out.years[slot] = years;
    out.underlying[slot] = Number.NaN;
    out.modelSpot[slot] = Number.NaN;
    if (day.minutes.state[slot] === MISSING_MINUTE) continue;
    readReferencePrice(spot, day, table, slotMoment(day, slot), { minute: at, years, rate, futureIsOfExpiry });
    out.underlying[slot] = spot.underlying;
    out.modelSpot[slot] = spot.modelSpot;
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
  for (let slot = from; slot < to; slot++) out[slot] = atmIndex(table, underlying[slot]!);
}

/**
 * Call and put price of one strike index a slot added up, scaled: the straddle whose strike follows ATM. NaN for holes,
 * without a strike (-1), and where a price is missing.
 */
export function straddleOverSlots(
  out: Float64Array,
  table: StrikeTable,
  minutes: MinuteColumns,
  strikes: Int32Array,
  from: number,
  to: number,
): void {
  const ltp = minutes.columns[LTP]!;
  for (let slot = from; slot < to; slot++) {
    const strike = strikes[slot]!;
    const ce = strike < 0 ? -1 : table.ce[strike]!;
    const pe = strike < 0 ? -1 : table.pe[strike]!;
    const isHole = ce < 0 || pe < 0 || minutes.state[slot] === MISSING_MINUTE;
    const call = isHole ? -1 : ltp[slot * minutes.stride + ce]!;
    const put = isHole ? -1 : ltp[slot * minutes.stride + pe]!;
    out[slot] = call < 0 || put < 0 ? Number.NaN : call + put;
  }
}
