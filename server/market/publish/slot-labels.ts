/** 'HH:MM' of the slots of a room up to one of them, as the minute events and `init` write them. */

import type { RoomDay } from "#contract/domain/columns.ts";
import { isTradingDay, minuteLabel, regularHours, sessionOf, slotTimes } from "#contract/domain/reference/calendar.ts";
import { type IsoDate, minute } from "#contract/domain/units.ts";

export const slotLabels = (room: Pick<RoomDay, "open">, through: number): string[] =>
  Array.from({ length: through + 1 }, (_, slot) => minuteLabel(minute(room.open + slot)));

/** 'HH:MM' of every slot of the equity session of a day. */
export function equitySlotTimes(date: IsoDate): readonly string[] {
  const segment = "equity-derivatives";
  return slotTimes((isTradingDay(segment, date) && sessionOf(segment, date)) || regularHours(segment, date));
}
