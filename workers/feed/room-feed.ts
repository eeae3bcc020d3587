/**
 * One room as the feed worker keeps it: its day loaded over HTTP, its frames applied in order, its gaps healed.
 *
 *   acquire ─▶ join + load the day ─▶ frames wait until the day is there ─▶ live
 *   gap in the ticks (seq, checksum, bytes that are no frame) ─▶ ask for a snapshot
 *   gap in the minutes or the tokens (base, dictionary) ─▶ load the day again, while ticks go on
 *   another epoch, a new connection, a session that begins ─▶ start over, as if acquired just now
 *
 * A gap means that data are fetched again, never patched: between two good frames the tables stay as the last good one
 * left them. A load contains everything that came before it was asked for, so only later frames are applied to it.
 */
import type { RoomDay } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import {
  createRoomCursor,
  DELTA,
  DICTIONARY,
  decodeFrame,
  type FrameApplied,
  type FrameGap,
  MINUTE,
} from "#contract/wire/frame.ts";
import type { RoomUpdate } from "#contract/worker/feed-api.ts";
import type { Connection } from "./connection.ts";
import { type MarketHttp, MarketHttpError } from "./market-http.ts";
import { createRetry } from "./retry.ts";
import { type RoomReader, roomUpdate, sendMinute, sendRows } from "./room-updates.ts";

/** A snapshot that does not come is asked for again. */
const RESYNC_MS = 2000;
/** Frames that may wait for the day to load: more than the slowest load takes. */
const WAITING_FRAMES = 256;

export interface RoomFeedDeps {
  readonly http: Pick<MarketHttp, "roomDay">;
  readonly connection: () => Connection | undefined;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** An HTTP status that concerns the session, not the room: 401, 402. */
  readonly refused: (status: number) => void;
}

export interface RoomFeed {
  readonly readers: ReadonlySet<RoomReader>;
  add(reader: RoomReader): void;
  remove(reader: RoomReader): void;
  /** Ticks were missed. The rooms have been joined again, which brings a snapshot. */
  expectSnapshot(): void;
  /** What is wrong with its feed, and what the room lacks though its feed is up, in words; '' for nothing. */
  setTrouble(words: string, lacks: string): void;
  /** Starts over: minutes were missed, or a session began. Readers keep their figures until the day is there. */
  reload(): void;
  dispose(): void;
}

export function createRoomFeed(room: RoomName, deps: RoomFeedDeps): RoomFeed {
  const readers = new Set<RoomReader>();
  let cursor = createRoomCursor();
  let day: RoomDay | undefined;
  let waiting: Uint8Array[] = [];
  /** Number of the newest load; an older one that comes late is dropped. */
  let newest = 0;
  let isLoading = false;
  let resyncAsked = Number.NEGATIVE_INFINITY;
  /** Whether readers have had the room: if so, a load that fails leaves them what they have. */
  let isKnown = false;
  let missing: RoomUpdate | undefined;
  let trouble: RoomUpdate | undefined;
  let told = "";
  const retry = createRetry(() => void load());

  function publish(update: RoomUpdate): void {
    for (const reader of readers) reader.send(update);
  }

  function sendRoom(from: RoomDay): void {
    for (const reader of readers) reader.send(roomUpdate(room, from, reader));
  }

  function resync(): void {
    if (deps.now() - resyncAsked < RESYNC_MS) return;
    resyncAsked = deps.now();
    deps.connection()?.resync(room);
  }

  function startOver(): void {
    day = undefined;
    cursor = createRoomCursor();
    waiting = [];
    void load();
  }

  /** Only one load runs at a time: if each gap started another one, a slow load would never finish. */
  function heal(): void {
    if (!isLoading) void load();
  }

  async function load(): Promise<void> {
    retry.stop();
    isLoading = true;
    const mine = ++newest;
    if (day) waiting = [];
    try {
      const loaded = await deps.http.roomDay(room);
      if (mine === newest) take(loaded);
    } catch (error) {
      if (mine === newest) fail(error);
    }
  }

  function take(loaded: RoomDay): void {
    isLoading = false;
    retry.done();
    // Ticks came during the load, and they are newer than those in it. The load's ticks are taken only where rows are new.
    if (day && cursor.synced && hasSameTokens(day, loaded)) loaded.live = day.live;
    else cursor.synced = false;
    day = loaded;
    resyncAsked = Number.NEGATIVE_INFINITY;
    const frames = waiting;
    waiting = [];
    let time = Number.NaN;
    for (const bytes of frames) {
      time = apply(bytes, loaded)?.time ?? time;
      if (day !== loaded) return; // one of them made it start over
    }
    if (!cursor.synced) resync();
    isKnown = true;
    missing = undefined;
    sendRoom(day);
    if (!Number.isNaN(time)) for (const reader of readers) sendRows(reader, loaded, [], 0, time);
  }

  function fail(error: unknown): void {
    const status = error instanceof MarketHttpError ? error.status : -1;
    const message = error instanceof Error ? error.message : String(error);
    if (status === 401 || status === 402) {
      isLoading = false;
      deps.refused(status);
      return;
    }
    console.warn(`room ${room}: ${message}`);
    // A reader keeps what it has until something better is known. That the room no longer exists is such knowledge.
    if (status === 404 || (status !== 0 && !isKnown)) {
      missing = { type: "missing", room, status, message };
      publish(missing);
    }
    retry.later();
  }

  function receive(bytes: Uint8Array): void {
    if (isLoading && waiting.length < WAITING_FRAMES) waiting.push(bytes);
    if (!day) return;
    const result = apply(bytes, day);
    if (result && day) tell(result, day);
  }

  /** What the frame changed in the tables of `to`; undefined where it changed nothing, and what is missing was asked for. */
  function apply(bytes: Uint8Array, to: RoomDay): FrameApplied | undefined {
    const { epoch } = cursor;
    try {
      const result = decodeFrame(bytes, to, cursor);
      if (result.kind === "stale") return undefined;
      if (result.kind === "gap") {
        mend(result, epoch);
        return undefined;
      }
      if (epoch >= 0 && result.epoch !== epoch) {
        startOver();
        return undefined;
      }
      if (result.behind) resync();
      return result;
    } catch (error) {
      // Socket-processing failures are logged and ignored.
      console.warn(`room ${room}: frame dropped`, error);
      cursor.synced = false;
      resync();
      return undefined;
    }
  }

  /** @param epoch the one known before the frame came; -1 before the first snapshot. */
  function mend({ why, frame }: FrameGap, epoch: number): void {
    if (why === "epoch" && epoch >= 0) startOver();
    else if (why === "base" || why === "dictionary" || (why === "epoch" && frame !== DELTA)) heal();
    else resync();
  }

  function tell(result: FrameApplied, from: RoomDay): void {
    const { frame, rows, count, slot, time } = result;
    // The tables may have grown or gained tokens, so readers get the whole room. If its rows are the same, they get nothing.
    if (frame === DICTIONARY && count > 0) sendRoom(from);
    for (const reader of readers) {
      if (frame === MINUTE) sendMinute(reader, from, slot);
      else if (frame !== DICTIONARY) sendRows(reader, from, rows, count, time);
    }
  }

  deps.connection()?.join(room, receive, (why) => {
    // The day decides whether there is such a room; without ticks it is still a day.
    console.warn(`room ${room}: ${why}`);
    if (isKnown) return;
    missing = { type: "missing", room, status: 403, message: why };
    publish(missing);
  });
  void load();

  return {
    readers,
    add(reader) {
      readers.add(reader);
      if (day) reader.send(roomUpdate(room, day, reader));
      else if (missing) reader.send(missing);
      if (trouble) reader.send(trouble);
    },
    remove: (reader) => void readers.delete(reader),
    expectSnapshot() {
      cursor.synced = false;
      resyncAsked = deps.now();
    },
    setTrouble(words, lacks) {
      if (told === words + lacks) return;
      told = words + lacks;
      trouble = { type: "trouble", room, words, lacks };
      publish(trouble);
    },
    reload: startOver,
    dispose() {
      newest++;
      retry.stop();
      deps.connection()?.leave(room);
    },
  };
}

function hasSameTokens({ tokens: a, live }: RoomDay, { tokens: b }: RoomDay): boolean {
  if (a.length !== b.length || live.capacity < b.length) return false;
  for (let row = 0; row < a.length; row++) if (a.token[row] !== b.token[row]) return false;
  return true;
}
