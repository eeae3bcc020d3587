/** A room of a day that stands still: loaded once, nothing of it is live. */
import type { FrozenDay } from "#contract/domain/clock.ts";
import type { RoomDay } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import { roomKey } from "#contract/domain/room-key.ts";
import type { RoomUpdate } from "#contract/worker/feed-api.ts";
import { type MarketHttp, MarketHttpError } from "./market-http.ts";
import type { RoomReader } from "./room-updates.ts";

/** A load that found no network is tried again this often, at first; then ever slower. */
const RETRY_MS = 500;
const RETRY_MAX_MS = 8000;

export interface StillRoomDeps {
  readonly http: Pick<MarketHttp, "roomDay">;
  /** An HTTP status that concerns the session, not the room: 401, 402. */
  readonly refused: (status: number) => void;
}

export interface StillRoom {
  readonly readers: ReadonlySet<RoomReader>;
  add(reader: RoomReader): void;
  remove(reader: RoomReader): void;
  dispose(): void;
}

export function createStillRoom(room: RoomName, of: FrozenDay, deps: StillRoomDeps): StillRoom {
  const key = roomKey(room, of);
  const readers = new Set<RoomReader>();
  let day: RoomDay | undefined;
  let missing: RoomUpdate | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let retryMs = RETRY_MS;
  let isDisposed = false;

  function publish(update: RoomUpdate): void {
    for (const reader of readers) reader.send(update);
  }

  async function load(): Promise<void> {
    try {
      const loaded = await deps.http.roomDay(room, of);
      if (isDisposed) return;
      day = loaded;
      missing = undefined;
      publish({ type: "room", room: key, day });
    } catch (error) {
      if (!isDisposed) fail(error);
    }
  }

  function fail(error: unknown): void {
    const status = error instanceof MarketHttpError ? error.status : -1;
    const message = error instanceof Error ? error.message : String(error);
    if (status === 401 || status === 402) {
      deps.refused(status);
      return;
    }
    console.warn(`room ${key}: ${message}`);
    if (status !== 0) {
      missing = { type: "missing", room: key, status, message };
      publish(missing);
    }
    // A refusal (403, 404) is an answer; a server that is down or a network that is gone is not.
    if (status !== 0 && status < 500) return;
    retry = setTimeout(() => void load(), retryMs);
    retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
  }

  void load();

  return {
    readers,
    add(reader) {
      readers.add(reader);
      if (day) reader.send({ type: "room", room: key, day });
      else if (missing) reader.send(missing);
    },
    remove: (reader) => void readers.delete(reader),
    dispose() {
      isDisposed = true;
      clearTimeout(retry);
    },
  };
}
