/** 'HH:MM' of the slots of a room up to one of them, as the minute events and `init` write them. */

import type { RoomDay } from "#contract/domain/columns.ts";
import { hoursOf, minuteLabel, slotTimes } from "#contract/domain/reference/calendar.ts";
import { type IsoDate, minute } from "#contract/domain/units.ts";

export const slotLabels = (room: Pick<RoomDay, "open">, through: number): string[] =>
  Array.from({ length: through + 1 }, (_, slot) => minuteLabel(minute(room.open + slot)));

/** 'HH:MM' of every slot of the equity session of a day. */
export const equitySlotTimes = (date: IsoDate): readonly string[] => slotTimes(hoursOf("equity-derivatives", date));
