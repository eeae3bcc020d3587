/** Off live, the last tick of a room is its last minute. */
import { FIELD_COUNT, lastFilledSlot, type RoomDay, slotColumns } from "#contract/domain/columns.ts";

/** Puts the last filled minute into the live columns; what the source lacks stays absent. */
export function standAtLastMinute({ minutes, live, tokens }: RoomDay): void {
  const slot = lastFilledSlot(minutes);
  if (slot < 0) return;
  const { columns, base } = slotColumns(minutes, slot);
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (columns[field].length > 0) live.columns[field].set(columns[field].subarray(base, base + tokens.length));
  }
}
