/** What a feed tells of its open day as a whole. */
import { createMinuteColumns, lastFilledSlot } from "#contract/domain/columns.ts";
import { encodeRoomDay } from "#contract/wire/room-day-blob.ts";
import type { Market } from "../market/market.ts";
import type { BookDay } from "../market/open-day/book.ts";
import { priceTick } from "../market/price-tick.ts";
import type { DayAnswer } from "./bus-messages.ts";

/** The rooms and their contracts, without figures; null while no day is open. */
export function dayAnswer(market: Market): DayAnswer | null {
  const { day } = market.book;
  if (day === undefined) return null;
  const rooms = Array.from(day.rooms.values(), ({ day: room }) => {
    const skeleton = { ...room, minutes: createMinuteColumns(room.tokens.length, room.minutes.slots, 0) };
    return encodeRoomDay(skeleton, priceTick(room));
  });
  return { epoch: market.publisher.epoch, date: day.date, source: day.source, symbols: day.symbols, rooms };
}

/** The last minute of which any room knows something; -1 before the first. */
export function lastClosedOf(day: BookDay | undefined): number {
  let last = -1;
  for (const { day: room } of day?.rooms.values() ?? []) {
    const slot = lastFilledSlot(room.minutes);
    if (slot >= 0) last = Math.max(last, room.open + slot);
  }
  return last;
}

/** How many contracts it lists, over all rooms. */
export function contractsOf(day: BookDay | undefined): number {
  let contracts = 0;
  for (const { day: room } of day?.rooms.values() ?? []) contracts += room.tokens.length;
  return contracts;
}
