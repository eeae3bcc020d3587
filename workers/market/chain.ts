/**
 * An option chain at a moment: what nearly every derivation of options begins with. A reader belongs to one scratch: its
 * strike table is built once per structure, and what it returns is valid until its next call.
 */

import { findStrike } from "#contract/domain/choices/find-strike.ts";
import type { PricingChoice } from "#contract/domain/choices/pricing.ts";
import {
  ALL_FIELDS,
  COMPLETE,
  type ColumnSet,
  type MinuteColumns,
  type RoomDay,
  slotColumns,
} from "#contract/domain/columns.ts";
import { type RoomName, roomName, type Underlying, underlyingOf } from "#contract/domain/instruments.ts";
import { yearsToExpiry } from "#contract/domain/reference/calendar.ts";
import { isMonthly } from "#contract/domain/reference/expiries.ts";
import type { IsoDate, Minute } from "#contract/domain/units.ts";
import type { DeriveInput, MarketRoom } from "#contract/worker/derivation.ts";
import { atmIndex } from "./reference/atm.ts";
import { type DayMoment, dayMomentAt, type Moment } from "./reference/moment.ts";
import { type Pricing, pricingAt } from "./reference/pricing.ts";
import { createReferencePrice, type ReferencePrice, readReferencePrice } from "./reference/reference-price.ts";
import { buildStrikeTable, type StrikeTable } from "./strikes/strikes.ts";

export interface ChainMoment extends DayMoment {
  readonly table: StrikeTable;
  readonly underlying: Underlying;
  /** Spot, future, and what ATM and the model stand on; scaled. */
  readonly spot: ReferencePrice;
  /** Index of the ATM strike; -1 where no price of the underlying is known. */
  readonly atm: number;
  /** To the expiry, years of 365 days. */
  readonly years: number;
  /** Whether the room's future expires with its options. */
  readonly futureIsOfExpiry: boolean;
  /** What the model prices it on. */
  readonly pricing: Pricing;
}

/** Where a strike stands in the chain's table; -1 where it is not listed. @param strike rupees */
export const strikeIndex = ({ table, day }: Pick<ChainMoment, "table" | "day">, strike: number): number =>
  findStrike(table.strikes, strike, day.priceScale);

type ChainInput = Pick<DeriveInput<unknown, unknown>, "market" | "pane" | "clock">;

export interface ChainReader {
  /**
   * The pane's own chain (or another room of its needs) where its clock points at. Undefined while it is not loaded, and
   * before its first figures: the pane is loading.
   */
  open(input: ChainInput, name?: RoomName): ChainMoment | undefined;
  /** The same chain at another moment of its day, with spot, ATM and time to expiry of that minute. */
  moveTo(at: ChainMoment, moment: Moment, to: Minute): ChainMoment;
}

export function createChainReader(): ChainReader {
  const spot = createReferencePrice();
  let structure = -1;
  let of: RoomDay["tokens"] | undefined;
  let table: StrikeTable | undefined;

  function tableOf({ structureVersion: now, day }: MarketRoom): StrikeTable {
    if (!table || structure !== now || of !== day.tokens) table = buildStrikeTable(day.tokens);
    structure = now;
    of = day.tokens;
    return table;
  }

  return {
    open({ market, pane, clock }, name = roomName(pane.symbol, pane.expiry)) {
      const now = dayMomentAt(market.room(name), clock);
      if (!now) return undefined;
      const at = {
        ...now,
        table: tableOf(now.room),
        underlying: underlyingOf(now.day.symbol),
        // A future shares the expiry of the monthly options, of the months that have one: farther chains hold a nearer future.
        futureIsOfExpiry: isMonthly(now.day.expiry, pane.expiries) && hasFuture(pane.futureExpiries, now.day.expiry),
        pricing: pane.pricing,
      };
      // In a hole the prices are of an earlier minute, and so is the time that they had left.
      return { ...at, ...standing(spot, at, now.moment, now.moment.slot < 0 ? clock.minute : now.minute) };
    },

    moveTo: (at, moment, to) => ({ ...at, ...standing(spot, at, moment, to), moment, minute: to }),
  };
}

/** Where the listing is not known, every monthly expiry counts as having one. */
const hasFuture = (listed: readonly IsoDate[], expiry: IsoDate): boolean =>
  listed.length === 0 || listed.includes(expiry);

type Standing = Pick<ChainMoment, "spot" | "atm" | "years" | "pricing">;

/** What the chain stands on at a moment. */
function standing(
  spot: ReferencePrice,
  at: Pick<ChainMoment, "day" | "table" | "underlying" | "futureIsOfExpiry"> & {
    readonly pricing?: PricingChoice | undefined;
  },
  moment: Moment,
  to: Minute,
): Standing {
  const { day, table, underlying, futureIsOfExpiry } = at;
  const { segment, rate } = underlying;
  const years = yearsToExpiry(segment, day.expiry, day.date, to, "spec");
  readReferencePrice(spot, day, table, moment, { minute: to, years, rate, futureIsOfExpiry });
  const pricing = pricingAt(at, moment, to, spot, years, at.pricing);
  return { spot, years, atm: atmIndex(table, spot.underlying), pricing };
}

const ONE_MINUTE = Uint8Array.of(COMPLETE);

/** The live columns as minutes of one slot, for the functions that read a day by slot. */
export const liveMinutes = ({
  live,
}: {
  readonly live: { readonly capacity: number; readonly columns: ColumnSet };
}): MinuteColumns => ({
  stride: live.capacity,
  slots: 1,
  fields: ALL_FIELDS,
  state: ONE_MINUTE,
  columns: live.columns,
});

/** A closed minute as minutes of one slot, as {@link liveMinutes} are. Valid until the next call. */
export function oneMinute(minutes: MinuteColumns, slot: number): MinuteColumns {
  const { columns, base } = slotColumns(minutes, slot);
  const { stride, fields, state } = minutes;
  const cells = columns.map((column) => (column.length === 0 ? column : column.subarray(base, base + stride)));
  return { stride, slots: 1, fields, state: state.subarray(slot, slot + 1), columns: cells };
}
