/** A room in motion, whatever is in it: options of one underlying, or the futures of many. */

import {
  type ColumnSet,
  createMinuteColumns,
  type FieldMask,
  type MinuteColumns,
  type RoomDay,
} from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { Session } from "#contract/domain/reference/calendar.ts";

export interface Run {
  /** The slot that the columns are in: -1 before the open. */
  readonly slot: number;
  readonly columns: ColumnSet;
  /** Makes what the next minute needs and lasts the day, which takes milliseconds; else the next minute makes it. */
  prepare(): void;
  /** Runs the whole of the next minute; only its end can be seen. */
  minute(): void;
  /**
   * Runs one second of a slot; the first of a slot begins it.
   * @returns how many rows of `changed` are new
   */
  second(slot: number, s: number, changed: Uint16Array): number;
}

/** What a run carries from one minute to the next; all else is a function of the day. Plain values. */
export interface RunState {
  readonly slot: number;
  readonly columns: ColumnSet;
  /** Scaled price x units traded so far, by row. */
  readonly turnover: Float64Array;
}

export type CreateMinutes = (
  room: Pick<RoomDay, "symbol" | "priceScale" | "tokens">,
  slots: number,
  fields: FieldMask,
) => MinuteColumns;

export const plainMinutes: CreateMinutes = ({ tokens }, slots, fields) =>
  createMinuteColumns(tokens.length, slots, fields);

/** A room of a day, from which runs begin: each at the first slot. */
export interface RunnableRoom<OfRun extends Run = Run> {
  readonly name: RoomName;
  readonly session: Session;
  readonly rows: number;
  /** An empty room-day of it: its token table, absent figures. `create` makes its minute columns: plain unless told. */
  roomDay(create?: CreateMinutes): RoomDay;
  /** @param from where another run of the room stood between two minutes */
  run(columns: ColumnSet, from?: RunState): OfRun;
}
