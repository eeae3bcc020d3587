/**
 * What is wrong with the feed, as sockets receive it: the open day's rooms by the words that say why they stand still,
 * and what they lack though the feed is up.
 */
import type { RoomName } from "#contract/domain/instruments.ts";
import type { FeedTrouble } from "#contract/wire/socket-events.ts";
import type { MarketBook } from "./book.ts";

/** Nothing while all is well, or no day is open. */
export function feedTroubles(book: Pick<MarketBook, "day" | "down" | "coverage">): readonly FeedTrouble[] {
  const coverage = book.coverage.map((entry): FeedTrouble => ({ ...entry, coverage: true }));
  return [...standstills(book), ...coverage];
}

function standstills({ day, down }: Pick<MarketBook, "day" | "down">): readonly FeedTrouble[] {
  if (down !== undefined) return [{ words: down }];
  const troubled = new Map<string, RoomName[]>();
  for (const [name, room] of day?.rooms ?? []) {
    if (room.down === undefined) continue;
    const rooms = troubled.get(room.down) ?? [];
    rooms.push(name);
    troubled.set(room.down, rooms);
  }
  return Array.from(troubled, ([words, rooms]) => (rooms.length === day?.rooms.size ? { words } : { words, rooms }));
}
