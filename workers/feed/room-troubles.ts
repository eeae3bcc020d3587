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
  let told: readonly FeedTrouble[] = [];
  const wordsOf = (room: RoomName, coverage?: true): string =>
    told
      .filter((one) => one.coverage === coverage && (one.rooms?.includes(room) ?? true))
      .map(({ words }) => words)
      .join("; ");
  return {
    set(troubles) {
      told = troubles;
    },
    of: (room) => wordsOf(room),
    coverage: (room) => wordsOf(room, true),
  };
}
