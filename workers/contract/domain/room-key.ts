/** A room of one day, as workers name it to each other: the same room lives, and stands still on many past days. */
import type { FrozenDay } from "./clock.ts";
import type { Source } from "./columns.ts";
import type { RoomName } from "./instruments.ts";
import type { IsoDate } from "./units.ts";

/** `{room}` live, `{room}@today`, `{room}@{source}:{date}`. */
export type RoomKey = string;

export const roomKey = (room: RoomName, day: FrozenDay | undefined): RoomKey =>
  day === undefined ? room : `${room}@${dayText(day)}`;

const dayText = (day: FrozenDay): string => (day === "today" ? day : `${day.source}:${day.date}`);

export function parseRoomKey(key: RoomKey): { readonly room: RoomName; readonly day: FrozenDay | undefined } {
  const [room = "", day] = key.split("@");
  if (day === undefined || day === "today") return { room, day };
  const [source, date] = day.split(":");
  return { room, day: { source: source as Source, date: date as IsoDate } };
}

export const isSameDay = (a: FrozenDay | undefined, b: FrozenDay | undefined): boolean =>
  a === undefined || b === undefined ? a === b : dayText(a) === dayText(b);
