/** Off live, the last tick of a room is its last minute. */
import { FIELD_COUNT, lastFilledSlot, type RoomDay } from "#contract/domain/columns.ts";

/** Puts the last filled minute into the live columns; what the source lacks stays absent. */
export function standAtLastMinute({ minutes, live, tokens }: RoomDay): void {
  const slot = lastFilledSlot(minutes);
  if (slot < 0) return;
  for (let field = 0; field < FIELD_COUNT; field++) {
    const from = slot * minutes.stride;
    if (minutes.columns[field].length > 0)
      live.columns[field].set(minutes.columns[field].subarray(from, from + tokens.length));
  }
}
