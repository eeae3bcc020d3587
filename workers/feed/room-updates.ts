/** Hot: what of a room's tables goes to one reader. Each reader gets buffers of its own, which are transferred. */
import { FIELD_COUNT, type FieldMask, hasField, type RoomDay, withFields } from "#contract/domain/columns.ts";
import type { RoomKey } from "#contract/domain/room-key.ts";
import type { RoomUpdate } from "#contract/worker/feed-api.ts";
import type { Reader } from "./still.ts";

/** Who reads a room, and which columns of its minutes. */
export interface RoomReader extends Reader {
  readonly fields: FieldMask;
}

/** The room as a reader gets it. */
export const roomUpdate = (room: RoomKey, day: RoomDay, { fields }: RoomReader): RoomUpdate => ({
  type: "room",
  room,
  day: { ...day, minutes: withFields(day.minutes, fields) },
  fields,
});

/** Sends the live columns of the first `count` of `rows`. With a count of 0 it only says when the newest frame came. */
export function sendRows(reader: RoomReader, day: RoomDay, rows: ArrayLike<number>, count: number, time: number): void {
  const { columns } = day.live;
  const changed = new Uint16Array(count);
  const values = new Float64Array(count * FIELD_COUNT);
  for (let i = 0; i < count; i++) changed[i] = rows[i];
  for (let field = 0; field < FIELD_COUNT; field++) {
    const column = columns[field];
    for (let i = 0, at = field; i < count; i++, at += FIELD_COUNT) values[at] = column[changed[i]];
  }
  reader.send({ type: "rows", room: day.room, rows: changed, values, time }, [changed.buffer, values.buffer]);
}

export function sendMinute(reader: RoomReader, day: RoomDay, slot: number): void {
  const { columns, stride, state } = day.minutes;
  const values = columns.map((column, field) =>
    hasField(reader.fields, field) ? column.slice(slot * stride, (slot + 1) * stride) : column.slice(0, 0),
  );
  const buffers = values.map(({ buffer }) => buffer);
  reader.send({ type: "minute", room: day.room, slot, state: state[slot], values }, buffers);
}
