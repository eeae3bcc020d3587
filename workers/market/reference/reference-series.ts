/**
 * What each slot of the day stands on: its underlying, the model's spot and the time to expiry. For lines of IV and
 * greeks, where every slot has its own, and for a strike that follows ATM.
 */
import { type TimeMode, yearsToExpiry } from "#contract/domain/calendar.ts";
import { LTP, MISSING_MINUTE, type MinuteColumns, type RoomDay } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { minute, scaledPrice } from "#contract/domain/units.ts";
import type { ChainMoment } from "../chain.ts";
import { createDayFold } from "../lines/day-fold.ts";
import type { Stretch } from "../lines/day-lines.ts";
import type { StrikeTable } from "../strikes/strikes.ts";
import { atmIndex } from "./atm.ts";
import { slotMoment } from "./moment.ts";
import { createReferencePrice, readReferencePrice } from "./reference-price.ts";

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

export interface DayReference {
  /** By slot up to the moment, the minute in progress with it; valid until the next call. */
  upTo(at: ChainMoment): ReferenceSeries;
}

/** The reference prices of a day, kept between runs. */
export function createDayReference(mode: TimeMode): DayReference {
  let known = createReferenceSeries(0);
  const fold = createDayFold<boolean>({
    bySlot: true,
    reset({ day }) {
      known = createReferenceSeries(day.minutes.slots);
    },
    add: ({ day, table }, from, to, futureIsOfExpiry) =>
      readReferenceSeries(known, day, table, from, to, mode, futureIsOfExpiry),
  });
  return {
    upTo(at) {
      const { tail, day, spot } = at;
      fold.upTo(at, at.futureIsOfExpiry);
      if (tail >= 0) {
        const { segment } = at.underlying;
        known.underlying[tail] = spot.underlying;
        known.modelSpot[tail] = spot.modelSpot;
        known.years[tail] = yearsToExpiry(segment, day.expiry, day.date, minute(day.open + tail), mode);
      }
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
