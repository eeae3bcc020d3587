/**
 * A moment of a room's day: where the cells of "now" are. The same derivation then reads the live columns, or any
 * slot of the minute columns while replaying or looking at the past.
 */
import type { MarketClock } from "#contract/domain/clock.ts";
import {
  ALL_FIELDS,
  type ColumnSet,
  type FieldMask,
  hasField,
  LTP,
  lastFilledSlot,
  type MinuteColumns,
  type RoomDay,
} from "#contract/domain/columns.ts";
import { ABSENT, type Minute, minute, type ScaledPrice, scaledPrice } from "#contract/domain/units.ts";
import type { MarketRoom } from "#contract/worker/derivation.ts";

/** The cells of one minute, or of now. */
export interface Cells {
  readonly columns: ColumnSet;
  /** A row's cell is at `base + row` of each column. */
  readonly base: number;
  /** The fields that have cells; the columns of the others are empty. */
  readonly fields: FieldMask;
}

export interface Moment extends Cells {
  /** Slot of the minute columns, or -1 for the live ones. */
  readonly slot: number;
}

export const liveMoment = (day: RoomDay): Moment => ({
  columns: day.live.columns,
  base: 0,
  fields: ALL_FIELDS,
  slot: -1,
});

export const slotMoment = (day: RoomDay, slot: number): Moment => ({
  columns: day.minutes.columns,
  base: slot * day.minutes.stride,
  fields: day.minutes.fields,
  slot,
});

/** One cell; ABSENT where the source does not have the field. */
export const cellOf = (cells: Cells, field: number, row: number): number =>
  row < 0 ? ABSENT : (cells.columns[field]?.[cells.base + row] ?? ABSENT);

/** The cells of a slot, to be moved to others by their `base`: loops over a day make one. */
export const cellsOf = ({ columns, fields, stride }: MinuteColumns, slot: number) => ({
  columns,
  fields,
  base: slot * stride,
});

/** A cell of a price field; ABSENT where the source does not have it. */
export const priceOf = (moment: Moment, field: number, row: number): ScaledPrice =>
  scaledPrice(cellOf(moment, field, row));

/** The moment's column of a field; undefined where the source does not have it. */
export const columnOf = (moment: Moment, field: number) =>
  hasField(moment.fields, field) ? moment.columns[field] : undefined;

/** Whether any contract has a live price. */
export function hasTicks(day: RoomDay): boolean {
  const ltp = day.live.columns[LTP]!;
  for (let row = 0; row < day.tokens.length; row++) if (ltp[row]! > 0) return true;
  return false;
}

/**
 * What a clock points at: the live columns while live (the last filled slot before the first tick, as after a restart
 * on the journal alone), else the last filled slot at or before the clock's minute. Undefined when there is no data.
 */
export function momentAt(day: RoomDay, clock: MarketClock): Moment | undefined {
  if (clock.mode === "live" && hasTicks(day)) return liveMoment(day);
  const wanted = clock.mode === "live" ? day.minutes.slots - 1 : Math.floor(clock.minute) - day.open;
  const slot = lastFilledSlot(day.minutes, wanted);
  return slot < 0 ? undefined : slotMoment(day, slot);
}

/** A room's day at a moment, for what reads it by slot. */
export interface DayMoment {
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
}

/** Undefined while the room is not loaded, and before its first figures. */
export function dayMomentAt(room: MarketRoom | undefined, clock: MarketClock): DayMoment | undefined {
  const moment = room && momentAt(room.day, clock);
  if (!room || !moment) return undefined;
  const { day } = room;
  const isLive = moment.slot < 0;
  const closed = isLive ? lastFilledSlot(day.minutes) + 1 : moment.slot + 1;
  // A feed's clock runs on after the close, and the day does not.
  const inProgress = Math.min(Math.floor(clock.minute) - day.open, day.minutes.slots - 1);
  return {
    room,
    day,
    moment,
    minute: minute(day.open + (isLive ? inProgress : moment.slot)),
    closed,
    tail: isLive && inProgress >= closed ? inProgress : -1,
  };
}
