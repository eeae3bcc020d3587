/**
 * An option chain at a moment: what nearly every derivation of options begins with. A reader belongs to one scratch: its
 * strike table is built once per structure, and what it returns is valid until its next call.
 */
import { yearsToExpiry } from "#contract/domain/calendar.ts";
import {
  ALL_FIELDS,
  COMPLETE,
  type ColumnSet,
  lastFilledSlot,
  type MinuteColumns,
  type RoomDay,
} from "#contract/domain/columns.ts";
import { type RoomName, roomName, type Underlying, underlyingOf } from "#contract/domain/instruments.ts";
import { type Minute, minute } from "#contract/domain/units.ts";
import type { DeriveInput, MarketRoom } from "#contract/worker/derivation.ts";
import { isMonthlyPane } from "#contract/worker/screen.ts";
import { atmIndex } from "./atm.ts";
import { type Moment, momentAt } from "./moment.ts";
import { createReferencePrice, type ReferencePrice, readReferencePrice } from "./reference-price.ts";
import { buildStrikeTable, type StrikeTable } from "./strikes.ts";

export interface ChainMoment {
  readonly room: MarketRoom;
  readonly day: RoomDay;
  /** Where the cells of "now" are. */
  readonly moment: Moment;
  /** Minute of the IST day that the moment is of; in a hole, that of the last filled slot. */
  readonly minute: Minute;
  /** The slots [0, closed) are the finished minutes that the moment knows. */
  readonly closed: number;
  /** Slot of the minute in progress: the live columns are its figures so far. -1 off live, and once its minute is closed. */
  readonly tail: number;
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
}

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
      const room = market.room(name);
      const moment = room && momentAt(room.day, clock);
      if (!room || !moment) return undefined;
      const { day } = room;
      const isLive = moment.slot < 0;
      const closed = isLive ? lastFilledSlot(day.minutes) + 1 : moment.slot + 1;
      const inProgress = Math.min(Math.floor(clock.minute) - day.open, day.minutes.slots - 1);
      const at = {
        room,
        day,
        closed,
        tail: isLive && inProgress >= closed ? inProgress : -1,
        table: tableOf(room),
        underlying: underlyingOf(day.symbol),
        futureIsOfExpiry: isMonthlyPane(pane),
      };
      const now = isLive ? minute(Math.floor(clock.minute)) : minute(day.open + moment.slot);
      return { ...at, ...standing(spot, at, moment, clock.minute), moment, minute: now };
    },

    moveTo: (at, moment, to) => ({ ...at, ...standing(spot, at, moment, to), moment, minute: to }),
  };
}

type Standing = Pick<ChainMoment, "spot" | "atm" | "years">;

/** What the chain stands on at a moment. */
function standing(
  spot: ReferencePrice,
  at: Pick<ChainMoment, "day" | "table" | "underlying" | "futureIsOfExpiry">,
  moment: Moment,
  to: Minute,
): Standing {
  const { day, table, underlying, futureIsOfExpiry } = at;
  const { segment, rate } = underlying;
  const years = yearsToExpiry(segment, day.expiry, day.date, to, "spec");
  readReferencePrice(spot, day, table, moment, { minute: to, years, rate, futureIsOfExpiry });
  return { spot, years, atm: atmIndex(table, spot.underlying) };
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
