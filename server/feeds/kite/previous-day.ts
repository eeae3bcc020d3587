/** What the archive knows of the trading day before: open interest and volume as the contracts ended it. */
import { previousTradingDay } from "#contract/domain/calendar.ts";
import { lastFilledSlot, OI, type RoomDay, slotColumns, VOL } from "#contract/domain/columns.ts";
import { rowSymbol, underlyingOf } from "#contract/domain/instruments.ts";
import type { Archive } from "../../market/archive/archive.ts";
import { loadRoomDay } from "../../market/archive/blob-codec.ts";

/** Minutes before the end of the session in which the last kept minute still says how the day ended. */
const ENDING_MINUTES = 5;

/** Fills in what is known, room by room; what is not stays absent. A damaged room is told to `onFault`. */
export async function fillPrevious(
  rooms: readonly RoomDay[],
  archive: Archive,
  onFault: (fault: string) => void,
): Promise<void> {
  for (const room of rooms) {
    const date = previousTradingDay(underlyingOf(rowSymbol(room, 0)).segment, room.date);
    try {
      const stored = await archive.read({ source: room.source, date, room: room.room });
      if (stored) fillRoom(room, await loadRoomDay(stored));
    } catch (error) {
      onFault(`${room.room} of ${date}: ${String(error)}`);
    }
  }
}

/** A token is one contract for as long as it is listed. */
function fillRoom({ tokens }: RoomDay, { minutes, tokens: earlier }: RoomDay): void {
  const slot = lastFilledSlot(minutes);
  if (slot < minutes.slots - ENDING_MINUTES) return;
  const { columns, base } = slotColumns(minutes, slot);
  const rowOf = new Map(Array.from(earlier.token.subarray(0, earlier.length), (token, row) => [token, row]));
  for (let row = 0; row < tokens.length; row++) {
    const found = rowOf.get(tokens.token[row]);
    if (found === undefined) continue;
    tokens.prevOi[row] = columns[OI][base + found];
    tokens.prevVol[row] = columns[VOL][base + found];
  }
}
