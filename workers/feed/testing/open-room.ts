/** A room feed in its surroundings, for tests. Timers are the test's own. */
import { vi } from "vitest";
import { createRoomFeed } from "../room-feed.ts";
import { createFakeConnection, createFakeLoads, createFakeReader, expectSameRoom } from "./fake-market.ts";
import { createRoomServer, ROOM } from "./room-server.ts";

const LOAD_MS = 1;

/** A room feed with one reader, before anything has arrived. */
export function openRoom() {
  const server = createRoomServer();
  const connection = createFakeConnection();
  const loads = createFakeLoads(() => server.blob());
  const refused: number[] = [];
  const feed = createRoomFeed(ROOM, {
    http: loads,
    connection: () => connection,
    now: () => Date.now(),
    refused: (status) => void refused.push(status),
  });
  const reader = createFakeReader(ROOM, () => Date.now());
  feed.add(reader);
  const deliver = (...frames: Uint8Array[]): void => {
    for (const frame of frames) connection.joined.get(ROOM)?.frame(frame);
  };
  const settle = (ms = LOAD_MS) => vi.advanceTimersByTimeAsync(ms);
  const same = (): void => expectSameRoom(reader.rooms.room(ROOM)?.day, server.day);
  const kinds = (): string[] => reader.updates.map(({ type }) => type);
  return { server, connection, loads, refused, feed, reader, deliver, settle, same, kinds };
}

/** The same, loaded and level with the server. */
export async function openLiveRoom() {
  const room = openRoom();
  await room.settle();
  room.deliver(room.server.snapshot());
  room.reader.updates.length = 0;
  room.connection.resyncs.length = 0;
  room.loads.count = 0;
  // Rate limits of what follows start afresh.
  await room.settle(10_000);
  return room;
}
