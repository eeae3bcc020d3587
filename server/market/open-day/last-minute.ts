/** Off live, and for the plan without ticks, the last tick of a room is its last minute. */
import { createLiveColumns, FIELD_COUNT, lastFilledSlot, type RoomDay, slotColumns } from "#contract/domain/columns.ts";

/** Puts the last filled minute into the live columns; what the source lacks stays absent. */
export function standAtLastMinute({ minutes, live, tokens }: RoomDay): void {
  const slot = lastFilledSlot(minutes);
  if (slot < 0) return;
  const { columns, base } = slotColumns(minutes, slot);
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (columns[field].length > 0) live.columns[field].set(columns[field].subarray(base, base + tokens.length));
  }
}

/** The room as its last closed minute left it, in live columns of its own; all of them absent before the first. */
export function atLastMinute(day: RoomDay): RoomDay {
  const closed = { ...day, live: createLiveColumns(day.tokens.length) };
  standAtLastMinute(closed);
  return closed;
}
