/** The close of an underlying, as one of its option rooms ended the day. */

import { DEFAULT_PRICING } from "#contract/domain/choices/pricing.ts";
import { LTP, lastFilledSlot, type RoomDay } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { yearsToExpiry } from "#contract/domain/reference/calendar.ts";
import { minute } from "#contract/domain/units.ts";
import { atmIndex } from "#market/reference/atm.ts";
import { cellOf, type Moment, slotMoment } from "#market/reference/moment.ts";
import { pricedLtp } from "#market/reference/pricing.ts";
import { createReferencePrice, readReferencePrice } from "#market/reference/reference-price.ts";
import { buildStrikeTable, type StrikeTable } from "#market/strikes/strikes.ts";
import type { AtmVolatility } from "./atm-volatility.ts";
import { changeOf, type SymbolClose } from "./day-aggregates.ts";

/** A recording that ends earlier than this before the session does not tell the close. */
const LATEST_MINUTES = 15;

export interface RoomCloseInput {
  readonly day: RoomDay;
  /** Previous close of the spot in rupees, where the room itself does not know it. */
  readonly prevClose: number | undefined;
  /** Whether the room's future expires with its options. */
  readonly futureIsOfExpiry: boolean;
}

/** @returns undefined where the room ends too early to tell the close. */
export function roomClose(input: RoomCloseInput, volatility: AtmVolatility): SymbolClose | undefined {
  const { day } = input;
  const slot = lastFilledSlot(day.minutes);
  if (slot < day.minutes.slots - LATEST_MINUTES) return undefined;
  const table = buildStrikeTable(day.tokens);
  const moment = slotMoment(day, slot);
  // Currency has no spot: its future stands for it.
  const row = table.eq >= 0 ? table.eq : table.fut;
  const close = rupees(day, cellOf(moment, LTP, row));
  const before = row < 0 ? null : rupees(day, day.tokens.prevClose[row]);
  return {
    close,
    change: changeOf(close, before ?? (table.eq >= 0 ? input.prevClose : undefined)),
    iv: volatilityOf(input, table, moment, volatility),
  };
}

function volatilityOf(
  { day, futureIsOfExpiry }: RoomCloseInput,
  table: StrikeTable,
  moment: Moment,
  volatility: AtmVolatility,
): number | null {
  const underlying = underlyingOf(day.symbol);
  const at = minute(day.open + moment.slot);
  const years = yearsToExpiry(underlying.segment, day.expiry, day.date, at, "spec");
  // On its last day an option's volatility is that of minutes, not of the underlying.
  if (day.expiry <= day.date) return null;
  const spot = readReferencePrice(createReferencePrice(), day, table, moment, {
    minute: at,
    years,
    rate: underlying.rate,
    futureIsOfExpiry: futureIsOfExpiry || underlying.kind === "currency",
  });
  const atm = atmIndex(table, spot.underlying);
  if (atm < 0) return null;
  // As on screens: the price of an earlier day says nothing of this one's volatility.
  const price = (row: number): number => rupees(day, pricedLtp(moment, row, DEFAULT_PRICING)) ?? Number.NaN;
  const stands = underlying.kind === "currency" ? spot.underlying : spot.modelSpot;
  return volatility(
    {
      strike: table.strikes[atm] / day.priceScale,
      call: price(table.ce[atm]),
      put: price(table.pe[atm]),
      modelSpot: stands / day.priceScale,
      years,
    },
    underlying,
  );
}

const rupees = ({ priceScale }: RoomDay, scaled: number): number | null => (scaled > 0 ? scaled / priceScale : null);
