/** What the server last said is wrong with the feed, by room. */
import type { RoomName } from "#contract/domain/instruments.ts";
import type { FeedTrouble } from "#contract/wire/socket-events.ts";

export interface RoomTroubles {
  /** Replaces everything that was said before. */
  set(troubles: readonly FeedTrouble[]): void;
  /** In words; '' while nothing is wrong with the room's feed. */
  of(room: RoomName): string;
}

export function createRoomTroubles(): RoomTroubles {
  let ofAll = "";
  const byRoom = new Map<RoomName, string>();
  return {
    set(troubles) {
      ofAll = "";
      byRoom.clear();
      for (const { words, rooms } of troubles) {
        if (rooms) for (const room of rooms) byRoom.set(room, words);
        else ofAll = words;
      }
    },
    of: (room) => byRoom.get(room) ?? ofAll,
  };
}
