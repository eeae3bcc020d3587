/**
 * A board of one room without its screens: the product's own feed worker from the socket to what it tells a reader, run here.
 * What this client lacks or has wrong, a user's would.
 */
import { ALL_FIELDS, type RoomDay } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import * as liveParser from "#contract/wire/live-parser.ts";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import type { FeedEvent, FeedRequest, FeedUpdate, ReplayControl } from "#contract/worker/feed-api.ts";
import { FINGERPRINT, type Login } from "../../../../server/testing/sockets/live-client.ts";
import { type Connection, connectWith } from "../../../../workers/feed/connection.ts";
import { createFeed } from "../../../../workers/feed/feed.ts";
import { createPort } from "../../../../workers/feed/testing/port.ts";

/** As many as the worker has. */
const SPARE_ROWS = 16;
/** As many as a crowd has rooms, before and after a minute. */
const KEPT_DAYS = 20;

export interface Board {
  /** Its connection breaks; it comes back by itself. */
  lose(): void;
  stop(): void;
}

/**
 * @param update what the feed tells who reads the room with all its minute columns. Nothing is copied: the tables are the feed's own.
 * @param event what the feed tells the page.
 */
export function openBoard(
  origin: string,
  { ticket, cookie }: Login,
  room: RoomName,
  update: (update: FeedUpdate) => void,
  event: (event: FeedEvent) => void,
): Board {
  let connection: Connection | undefined;
  const feed = createFeed({
    connect(config, listener) {
      connection = connectWith(liveParser)(config, listener);
      return connection;
    },
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, cookie } }),
    decodeRoomDay: readDay,
    cache: { read: () => Promise.resolve(undefined), write: () => Promise.resolve() },
    now: () => performance.now(),
    // This process stands still where its machine is overloaded: that is no user's machine that slept.
    wallNow: () => 0,
  });
  const page = portOf<FeedEvent, ReplayControl>(event);
  const reader = portOf<FeedUpdate, FeedRequest>(update);
  feed.start({ origin, ticket, fingerprint: FINGERPRINT }, page.port);
  feed.attach(reader.port);
  reader.say({ type: "acquire", room, fields: ALL_FIELDS });
  return { lose: () => connection?.restart(), stop: feed.stop };
}

function portOf<Sent, Heard>(hear: (message: Sent) => void) {
  const end = createPort<Sent, Heard>((message) => {
    end.sent.length = 0; // it keeps all that was sent, which is too much for days
    hear(message);
  });
  return end;
}

const known: { readonly bytes: Uint8Array; readonly day: RoomDay }[] = [];

/** Many boards of one room load the same bytes at once. Read once and copied, they take this machine a tenth of the time. */
export function readDay(bytes: Uint8Array): RoomDay {
  let same = known.find((one) => Buffer.compare(one.bytes, bytes) === 0);
  if (same === undefined) {
    same = { bytes, day: decodeRoomDay(bytes, SPARE_ROWS).day };
    known.unshift(same);
    known.length = Math.min(known.length, KEPT_DAYS);
  }
  return structuredClone(same.day);
}
