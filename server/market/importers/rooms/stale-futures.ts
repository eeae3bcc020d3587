/**
 * Answers about a future that are of another day or another contract, found when all of the day's are there.
 *
 * - The first snapshot's volume is above the next one's: it is still that of the day before. Its OI is what was held at
 *   the end of that day; its spot is that day's, too.
 * - Later, volume and OI fall to less than half and are back with the next snapshot: the exchange answered for another
 *   contract. Price, OI and volume of that minute are taken out.
 */
import { LTP, MISSING_MINUTE, OI, type RoomDay, VOL } from "#contract/domain/columns.ts";
import { EQ, FUT } from "#contract/domain/instruments.ts";
import { ABSENT } from "#contract/domain/units.ts";
import type { RoomBuilder } from "./room-builder.ts";

export interface StaleAnswer {
  /** Minute of the day. */
  readonly at: number;
  readonly room: string;
  readonly why: "day before" | "another contract";
}

const FALLEN = 0.5;

/** Takes them out of a room that has all its lines. */
export function dropStaleFutures(room: RoomBuilder): StaleAnswer[] {
  const row = room.findRow(FUT, 0);
  if (row < 0) return [];
  const slots = filledSlots(room.day, row);
  const found: StaleAnswer[] = [];
  const tell = (slot: number, why: StaleAnswer["why"]): void => {
    found.push({ at: room.day.open + slot, room: room.day.room, why });
  };
  const volume = cellsOf(room.day, VOL, row);
  const oi = cellsOf(room.day, OI, row);
  const [first, second] = slots;
  if (second !== undefined && volume.at(first) > volume.at(second)) {
    room.origins[row].changedPrevOi = oi.at(first);
    volume.clear(first);
    oi.clear(first);
    clearSpot(room, first);
    tell(first, "day before");
  }
  for (let i = 1; i + 1 < slots.length; i++) {
    const [before, at, after] = [slots[i - 1], slots[i], slots[i + 1]];
    const fell = volume.at(at) < volume.at(before) * FALLEN && oi.at(at) < oi.at(before) * FALLEN;
    if (!fell || volume.at(after) < volume.at(before) || oi.at(at) === ABSENT) continue;
    for (const cells of [volume, oi, cellsOf(room.day, LTP, row)]) cells.clear(at);
    tell(at, "another contract");
  }
  return found;
}

function filledSlots({ minutes }: RoomDay, row: number): number[] {
  const slots: number[] = [];
  for (let slot = 0; slot < minutes.slots; slot++) {
    const isTold = minutes.columns[VOL][slot * minutes.stride + row] !== ABSENT;
    if (minutes.state[slot] !== MISSING_MINUTE && isTold) slots.push(slot);
  }
  return slots;
}

function cellsOf({ minutes }: RoomDay, field: number, row: number) {
  const column = minutes.columns[field];
  return {
    at: (slot: number): number => column[slot * minutes.stride + row],
    clear(slot: number): void {
      column[slot * minutes.stride + row] = ABSENT;
    },
  };
}

function clearSpot(room: RoomBuilder, slot: number): void {
  const spot = room.findRow(EQ, 0);
  if (spot >= 0) cellsOf(room.day, LTP, spot).clear(slot);
}
