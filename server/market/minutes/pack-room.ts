/** Rooms whose minutes are packed. */
import { type FieldMask, MISSING_MINUTE, type RoomDay, slotColumns } from "#contract/domain/columns.ts";
import { priceTick } from "../price-tick.ts";
import { PackedMinutes } from "./packed-minutes.ts";

type Contracts = Pick<RoomDay, "symbol" | "priceScale" | "tokens">;

/** Empty minutes for the contracts of a room that is opened: they cost nothing before there is one. */
export const openMinutes = (room: Contracts, slots: number, fields: FieldMask): PackedMinutes =>
  new PackedMinutes({ tokens: room.tokens, stride: room.tokens.length, slots, fields, tick: priceTick(room) });

/** Packs the minutes of a room in place, where they are not. */
export function packRoom(day: RoomDay): PackedMinutes {
  const { minutes, tokens } = day;
  if (minutes instanceof PackedMinutes) {
    minutes.tokens = tokens;
    return minutes;
  }
  const { stride, slots, fields } = minutes;
  const packed = new PackedMinutes({ tokens, stride, slots, fields, tick: priceTick(day) });
  for (let slot = 0; slot < slots; slot++) {
    if (minutes.state[slot] !== MISSING_MINUTE)
      packed.writeSlot(slot, slotColumns(minutes, slot), tokens.length, minutes.state[slot]);
  }
  day.minutes = packed;
  return packed;
}
