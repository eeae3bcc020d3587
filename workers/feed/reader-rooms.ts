/** The rooms that quant workers read: each is opened for its first reader, and closed after its last. */

import type { FieldMask } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import { parseRoomKey, type RoomKey } from "#contract/domain/room-key.ts";
import type { FeedTrouble } from "#contract/wire/socket-events.ts";
import { createRoomFeed, type RoomFeed } from "./room-feed.ts";
import { createRoomTroubles } from "./room-troubles.ts";
import type { RoomReader } from "./room-updates.ts";
import type { Session } from "./session.ts";
import type { Reader, Still } from "./still.ts";
import { createStillRoom } from "./still-room.ts";

export interface ReaderRoomsDeps {
  readonly session: () => Session | undefined;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** The server refused a room with this status: 401 or 402. */
  readonly refused: (status: number) => void;
}

export interface ReaderRooms {
  /** Asked again with more fields, the room is sent again. */
  acquire(reader: Reader, key: RoomKey, fields: FieldMask): void;
  release(reader: Reader, key: RoomKey): void;
  /** Opens what was asked for while there was no session. */
  open(): void;
  /** Loads the live rooms' days again. @param only absent: of all */
  reload(only?: readonly RoomName[]): void;
  /** The live rooms' frames begin with a snapshot. */
  expectSnapshots(): void;
  /** All that is wrong with the feed. */
  setTroubles(troubles: readonly FeedTrouble[]): void;
  closeAll(): void;
}

export function createReaderRooms({ session, now, refused }: ReaderRoomsDeps): ReaderRooms {
  const live = new Map<RoomKey, RoomFeed>();
  const still = new Map<RoomKey, Still<RoomReader>>();
  /** What each worker holds: it reads each of its rooms with that room's fields. */
  const held = new Map<Reader, Map<RoomKey, RoomReader>>();
  const troubles = createRoomTroubles();

  function read(reader: RoomReader, key: RoomKey): void {
    const current = session();
    if (!current) return; // open() comes back to it when the session starts
    const { room, day } = parseRoomKey(key);
    if (day !== undefined) {
      const found = still.get(key) ?? createStillRoom(room, day, { http: current.http, refused });
      still.set(key, found);
      if (!found.readers.has(reader)) found.add(reader);
      return;
    }
    let found = live.get(key);
    if (!found) {
      found = createRoomFeed(room, { http: current.http, connection: () => session()?.connection, now, refused });
      found.setTrouble(troubles.of(room), troubles.coverage(room));
      live.set(key, found);
    }
    if (!found.readers.has(reader)) found.add(reader);
  }

  function release(worker: Reader, key: RoomKey): void {
    const reader = held.get(worker)?.get(key);
    if (!reader) return;
    held.get(worker)?.delete(key);
    remove(reader, key);
  }

  function remove(reader: RoomReader, key: RoomKey): void {
    for (const map of [live, still]) {
      const room = map.get(key);
      if (!room) continue;
      room.remove(reader);
      if (room.readers.size > 0) continue;
      room.dispose();
      map.delete(key);
    }
  }

  return {
    acquire(worker, key, fields) {
      const readers = held.get(worker) ?? new Map<RoomKey, RoomReader>();
      const before = readers.get(key);
      const reader: RoomReader = { fields, send: worker.send };
      held.set(worker, readers.set(key, reader));
      // The room stays open while one takes the other's place.
      read(reader, key);
      if (before) remove(before, key);
    },
    release,
    open() {
      for (const readers of held.values()) for (const [key, reader] of readers) read(reader, key);
    },
    reload(only) {
      for (const [key, room] of live) if (!only || only.includes(parseRoomKey(key).room)) room.reload();
    },
    expectSnapshots() {
      for (const room of live.values()) room.expectSnapshot();
    },
    setTroubles(told) {
      troubles.set(told);
      for (const [room, feed] of live) feed.setTrouble(troubles.of(room), troubles.coverage(room));
    },
    closeAll() {
      for (const map of [live, still]) {
        for (const room of map.values()) room.dispose();
        map.clear();
      }
      troubles.set([]);
    },
  };
}
