/** What the server last said is wrong with the feed, by room. */
import type { RoomName } from "#contract/domain/instruments.ts";
import type { FeedTrouble } from "#contract/wire/socket-events.ts";

export interface RoomTroubles {
  /** Replaces everything that was said before. */
  set(troubles: readonly FeedTrouble[]): void;
  /** In words; '' while nothing is wrong with the room's feed. */
  of(room: RoomName): string;
  /** What the room lacks though its feed is up, in words; '' where it lacks nothing. */
  coverage(room: RoomName): string;
}

export function createRoomTroubles(): RoomTroubles {
  let ofAll = "";
  const byRoom = new Map<RoomName, string>();
  let coverage: readonly FeedTrouble[] = [];
  return {
    set(troubles) {
      ofAll = "";
      byRoom.clear();
      coverage = troubles.filter((entry) => entry.coverage);
      for (const { words, rooms } of troubles.filter((entry) => !entry.coverage)) {
        if (rooms) for (const room of rooms) byRoom.set(room, words);
        else ofAll = words;
      }
    },
    of: (room) => byRoom.get(room) ?? ofAll,
    coverage: (room) =>
      coverage
        .filter(({ rooms }) => rooms === undefined || rooms.includes(room))
        .map(({ words }) => words)
        .join("; "),
  };
}
