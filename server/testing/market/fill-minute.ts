/** Fills a minute of a room-day with figures that follow from a seed. */
import { COMPLETE, FIELD_COUNT, hasField, isPriceField, type RoomDay } from "#contract/domain/columns.ts";
import { ABSENT } from "#contract/domain/units.ts";

export function fillMinute(room: RoomDay, at: number, seed: number, state: number = COMPLETE): void {
  const slot = at - room.open;
  const { minutes, tokens } = room;
  if (slot < 0 || slot >= minutes.slots) return;
  let random = seed >>> 0;
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (!hasField(minutes.fields, field)) continue;
    for (let row = 0; row < tokens.length; row++) {
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
      const cell = slot * minutes.stride + row;
      // Some columns stay as they were, some cells are absent, some volumes pass 2^32.
      if (field === 4 && slot > 0 && minutes.state[slot - 1] !== 0) {
        minutes.columns[field][cell] = minutes.columns[field][cell - minutes.stride] as number;
      } else if (random % 17 === 0) minutes.columns[field][cell] = ABSENT;
      else
        minutes.columns[field][cell] = isPriceField(field)
          ? random % 3_000_000
          : random % 11 === 0
            ? random * 40
            : random;
    }
  }
  minutes.state[slot] = state;
}

/** Everything of a room-day that a journal keeps, as plain values to compare. */
export const keptOf = (room: RoomDay) => ({
  room: room.room,
  tokens: Array.from(room.tokens.token.subarray(0, room.tokens.length)),
  strikes: Array.from(room.tokens.strike.subarray(0, room.tokens.length)),
  state: Array.from(room.minutes.state),
  figures: room.minutes.columns.map((column) =>
    Array.from({ length: room.minutes.slots }, (_, slot) =>
      room.minutes.state[slot] === 0
        ? "hole"
        : Array.from(
            column.subarray(slot * room.minutes.stride, slot * room.minutes.stride + room.tokens.length),
          ).join(),
    ),
  ),
});
