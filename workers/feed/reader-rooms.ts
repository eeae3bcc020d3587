/** The rooms that quant workers read: each is opened for its first reader, and closed after its last. */
import { parseRoomKey, type RoomKey } from "#contract/domain/room-key.ts";
import type { FeedTrouble } from "#contract/wire/socket-events.ts";
import type { RoomRequest, RoomUpdate } from "#contract/worker/feed-api.ts";
import type { TypedPort } from "#contract/worker/port.ts";
import { createRoomFeed, type RoomFeed } from "./room-feed.ts";
import { createRoomTroubles } from "./room-troubles.ts";
import type { Session } from "./session.ts";
import { createStillRoom, type StillRoom } from "./still-room.ts";

export type QuantPort = TypedPort<RoomUpdate, RoomRequest>;

export interface ReaderRoomsDeps {
  readonly session: () => Session | undefined;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** The server refused a room with this status: 401 or 402. */
  readonly refused: (status: number) => void;
}

export interface ReaderRooms {
  /** Answers the worker's requests from now on. */
  attach(quant: QuantPort): void;
  /** Tells every worker. */
  tell(update: RoomUpdate): void;
  /** Opens what the workers asked for while there was no session, or nothing live was looked at. */
  open(): void;
  /** Loads the live rooms' days anew. */
  reload(): void;
  /** The live rooms' frames begin with a snapshot. */
  expectSnapshots(): void;
  /** All that is wrong with the feed. */
  setTroubles(troubles: readonly FeedTrouble[]): void;
  closeLive(): void;
  closeAll(): void;
}

export function createReaderRooms({ session, now, refused }: ReaderRoomsDeps): ReaderRooms {
  const live = new Map<RoomKey, RoomFeed>();
  const still = new Map<RoomKey, StillRoom>();
  /** Each worker's port, and the rooms that it asked for. */
  const quants = new Map<QuantPort, Set<RoomKey>>();
  const troubles = createRoomTroubles();

  function acquire(quant: QuantPort, key: RoomKey): void {
    const current = session();
    if (!current) return; // open() comes back to it when the session starts
    const { room, day } = parseRoomKey(key);
    if (day !== undefined) {
      const found = still.get(key) ?? createStillRoom(room, day, { http: current.http, refused });
      still.set(key, found);
      found.add(quant);
      return;
    }
    if (!current.connection) return; // open() comes back to it when the live market is looked at again
    let found = live.get(key);
    if (!found) {
      found = createRoomFeed(room, { http: current.http, connection: () => session()?.connection, now, refused });
      found.setTrouble(troubles.of(room));
      live.set(key, found);
    }
    found.add(quant);
  }

  function release(quant: QuantPort, key: RoomKey): void {
    for (const map of [live, still]) {
      const room = map.get(key);
      if (!room) continue;
      room.remove(quant);
      if (room.readers.size > 0) continue;
      room.dispose();
      map.delete(key);
    }
  }

  function closeLive(): void {
    for (const room of live.values()) room.dispose();
    live.clear();
    troubles.set([]);
  }

  return {
    attach(quant) {
      const keys = new Set<RoomKey>();
      quants.set(quant, keys);
      quant.listen((request) => {
        if (request.type === "acquire") {
          keys.add(request.room);
          acquire(quant, request.room);
        } else {
          keys.delete(request.room);
          release(quant, request.room);
        }
      });
    },
    tell(update) {
      for (const quant of quants.keys()) quant.send(update);
    },
    open() {
      for (const [quant, keys] of quants) for (const key of keys) acquire(quant, key);
    },
    reload() {
      for (const room of live.values()) room.reload();
    },
    expectSnapshots() {
      for (const room of live.values()) room.expectSnapshot();
    },
    setTroubles(told) {
      troubles.set(told);
      for (const [room, feed] of live) feed.setTrouble(troubles.of(room));
    },
    closeLive,
    closeAll() {
      closeLive();
      for (const room of still.values()) room.dispose();
      still.clear();
    },
  };
}
