/** 'HH:MM' of the slots of a room up to one of them, as the minute events and `init` write them. */
import { minuteLabel } from "#contract/domain/calendar.ts";
import type { RoomDay } from "#contract/domain/columns.ts";
import { minute } from "#contract/domain/units.ts";

export const slotLabels = (room: Pick<RoomDay, "open">, through: number): string[] =>
  Array.from({ length: through + 1 }, (_, slot) => minuteLabel(minute(room.open + slot)));
