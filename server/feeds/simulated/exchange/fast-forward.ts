/** What a room did from its open until the feed begins, in a form that crosses threads. */
import type { RoomDay } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { openMinutes } from "../../../market/minutes/pack-room.ts";
import { buffersOf, minutesOf, parcelOf, type RoomParcel } from "../../../market/minutes/room-parcel.ts";
import type { RoomRun } from "../options/room-run.ts";
import { LiveRoom } from "./live-room.ts";
import { type MarketDay, marketDay } from "./market-day.ts";
import { optionRoom } from "./room-days.ts";
import { optionsAtOpen } from "./room-open.ts";
import type { RunState } from "./run.ts";
import type { SymbolChoice } from "./universe.ts";

/** A day, and the second of it up to which its rooms are run. Plain values. */
export interface FastForwardSpec {
  readonly seed: number;
  readonly date: IsoDate;
  readonly symbols: SymbolChoice;
  readonly second: number;
}

/** An option room's. Plain values. */
export interface RoomSoFar {
  /** Its contracts with yesterday's figures, and its minutes. */
  readonly parcel: RoomParcel;
  readonly state: RunState;
}

/** The open day and the trading day before it. */
export interface DayPair {
  readonly day: MarketDay;
  readonly before: MarketDay;
}

export function dayPair({ seed, date, symbols }: Omit<FastForwardSpec, "second">): DayPair {
  const day = marketDay(seed, date, symbols);
  return { day, before: marketDay(seed, day.levels.previous, symbols) };
}

/**
 * An option room at the beginning of `second` of the day, run from its open; undefined when the day does not list it.
 * @param into its room-day, without minutes: a new one unless told
 */
export function roomAt(
  { day, before }: DayPair,
  name: RoomName,
  second: number,
  into?: RoomDay,
): LiveRoom<RoomRun> | undefined {
  const room = optionsAtOpen(day, before, name);
  return room && LiveRoom.at(room, second, into);
}

/** The same, to be handed to another thread. */
export function runOf(days: DayPair, name: RoomName, second: number): RoomSoFar | undefined {
  const room = roomAt(days, name, second);
  return room && { parcel: parcelOf(room.day), state: room.run.state };
}

/** Buffers that move between threads instead of being copied. */
export const buffersOfRun = ({ parcel }: RoomSoFar): ArrayBuffer[] => buffersOf(parcel);

/** The room that another thread ran; undefined when the day does not list it. @param into as of {@link roomAt} */
export function roomAfter(
  day: MarketDay,
  name: RoomName,
  { parcel, state }: RoomSoFar,
  into?: RoomDay,
): LiveRoom | undefined {
  const model = day.model(name);
  if (!model) return undefined;
  const { prevClose, prevOi, prevVol } = parcel.tokens;
  model.table.prevClose.set(prevClose);
  model.table.prevOi.set(prevOi);
  model.table.prevVol.set(prevVol);
  const room = optionRoom(model);
  const roomDay = into ?? room.roomDay(openMinutes);
  roomDay.minutes = minutesOf(parcel, model.table);
  return new LiveRoom(room, roomDay, room.run(roomDay.live.columns, state));
}
