/** The market-data calls of the feed worker: what the market lists, and a room's day as the archive's own bytes. */
import type { DayKey, FrozenDay } from "#contract/domain/clock.ts";
import type { RoomDay } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import { roomKey } from "#contract/domain/room-key.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { type AnyDocument, type DocumentName, documentPath, readDocument } from "#contract/wire/documents.ts";
import {
  COLUMNS_MEDIA_TYPE,
  dataBase,
  FINGERPRINT_HEADER,
  HISTORY_PATH,
  historyBase,
  INIT_PATH,
  joinPath,
  OPEN_INTEREST_PATH,
  pastPath,
  roomPath,
} from "#contract/wire/http/api-path.ts";
import type { ErrorReply, ResponseOf } from "#contract/wire/http/call.ts";
import type { HistoryDay, history as historyCall, InitList, init as initCall } from "#contract/wire/http/market.ts";
import type { FeedConfig } from "#contract/worker/feed-api.ts";
import type { HostPort } from "#contract/worker/port.ts";
import type { DayCache } from "./day-cache.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
/** Reads the archive's own bytes, with rows to spare for strikes that are listed later. @throws on bytes that are no room-day */
export type DecodeRoomDay = (bytes: Uint8Array) => RoomDay;

/** A reply of which nothing comes for so long is given up: the machine slept, or the network changed. */
const TIMEOUT_MS = 20_000;

/** A reply that is not a success; `status` 0 means that no reply came. */
export class MarketHttpError extends Error {
  override readonly name = "MarketHttpError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface MarketHttp {
  /** What the market lists: today, or on a past day. @throws MarketHttpError */
  init(day?: DayKey): Promise<InitList>;
  /** The room's day: the open one so far, or a past one. @throws MarketHttpError */
  roomDay(room: RoomName, day?: FrozenDay): Promise<RoomDay>;
  /** Daily figures up to now, or as of a past day's close. @throws MarketHttpError */
  document(name: DocumentName, date?: IsoDate): Promise<AnyDocument>;
  /** The reply for a path below the public base, in columns where it has them. @throws MarketHttpError */
  reply(path: string): Promise<Response>;
  /** The days that can be shown. @throws MarketHttpError */
  history(): Promise<readonly HistoryDay[]>;
}

export interface MarketHttpDeps {
  readonly fetch: Fetch;
  readonly decodeRoomDay: DecodeRoomDay;
  readonly cache: DayCache;
  /** The days that the user keeps, loaded when they are needed; absent: none can be kept. */
  readonly vault?: () => Promise<KeptDays>;
}

/** What this browser keeps of past days. */
export interface KeptDays {
  /** In the place of an answer with this status; undefined where nothing is kept, or a refusal stands. */
  instead(url: string, status: number): Promise<Response | undefined>;
  /** The user turned to the day, whoever answers. */
  used(day: DayKey): Promise<void>;
  /** The server's list with the kept days. */
  withKept(days: readonly HistoryDay[]): Promise<readonly HistoryDay[]>;
  /** Answers the main thread (VaultApi) over a port of its own. @param load rejects with MarketHttpError */
  exposeVault(port: HostPort, load: (path: string) => Promise<Response>): void;
}

export function createMarketHttp(
  { fetch, decodeRoomDay, cache, vault }: MarketHttpDeps,
  config: FeedConfig,
): MarketHttp {
  const { origin, fingerprint } = config;
  const live = dataBase(origin, config.dataBase);

  /** The server's answer; where it has none, what the user keeps. @throws MarketHttpError as `ask` */
  const get = (url: string, headers: Record<string, string>, cache: RequestCache = "default"): Promise<Response> =>
    ask(url, headers, cache).catch(async (error: MarketHttpError) => {
      const kept = await vault?.()
        .then(({ instead }) => instead(url, error.status))
        .catch(() => undefined);
      if (kept) return kept;
      throw error;
    });

  /** @throws MarketHttpError on anything but a success, or 304 where it was asked for. */
  async function ask(url: string, headers: Record<string, string>, cache: RequestCache): Promise<Response> {
    const giveUp = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => giveUp.abort(new Error("no reply in time")), TIMEOUT_MS);
    };
    wait();
    const init = { headers, cache, credentials: "include", signal: giveUp.signal } as const;
    const response = await fetch(url, init)
      .then((reply) => withProgress(reply, wait))
      .catch(noReply);
    if (!response.ok && response.status !== 304) throw new MarketHttpError(response.status, await messageOf(response));
    return response;
  }

  /** The call's address on a day: '{base}history/{MM:DD:YYYY}/...' for one of the past, and whose day is meant. */
  const urlOf = (path: string, day: DayKey | undefined): string =>
    joinPath(live, day === undefined ? path : pastPath(path, day));

  const columnsOf = (room: RoomName, day: DayKey | undefined, headers: Record<string, string> = {}) =>
    get(urlOf(roomPath(OPEN_INTEREST_PATH, room), day), { Accept: COLUMNS_MEDIA_TYPE, ...headers });

  const bytesOf = async (response: Response): Promise<Uint8Array> =>
    new Uint8Array(await response.arrayBuffer().catch(noReply));
  const jsonOf = async (response: Response) => JSON.parse(await response.text().catch(noReply));

  /** A finished day does not change, but may be imported again: the server says whether the kept copy is still valid. */
  async function finishedDay(room: RoomName, day: DayKey): Promise<RoomDay> {
    const key = roomKey(room, day);
    const kept = await cache.read(key);
    const response = await columnsOf(room, day, kept && { "If-None-Match": kept.etag });
    if (kept && response.status === 304) return decodeRoomDay(kept.bytes);
    const bytes = await bytesOf(response);
    const loaded = decodeRoomDay(bytes);
    const etag = response.headers.get("ETag");
    if (etag !== null) void cache.write(key, { etag, bytes });
    return loaded;
  }

  return {
    async init(day) {
      if (day !== undefined)
        void vault?.()
          .then(({ used }) => used(day))
          .catch(() => undefined);
      const response = await get(urlOf(INIT_PATH, day), { [FINGERPRINT_HEADER]: fingerprint });
      const body: ResponseOf<typeof initCall> = await jsonOf(response);
      return body.data.data;
    },
    async roomDay(room, day) {
      if (day !== undefined && day !== "today") return finishedDay(room, day);
      return decodeRoomDay(await bytesOf(await columnsOf(room, undefined)));
    },
    async document(name, date) {
      const base = date === undefined ? live : historyBase(live, date);
      const response = await get(joinPath(base, documentPath(name)), {});
      return readDocument(name, await jsonOf(response));
    },
    // The browser takes a finished day for one that never changes: a day that was imported again would be the old one.
    reply: (path) => get(joinPath(live, path), { Accept: `${COLUMNS_MEDIA_TYPE}, application/json` }, "no-cache"),
    async history() {
      const response = await get(urlOf(HISTORY_PATH, undefined), {});
      const body: ResponseOf<typeof historyCall> = await jsonOf(response);
      const { days } = body.data;
      const withKept = vault?.().then((kept) => kept.withKept(days));
      return withKept?.catch(() => days) ?? days;
    },
  };
}

/**
 * Begins the wait anew with each piece that comes: a slow network is not a broken one. Of replies alone that have a body by
 * their status: browsers give a 304 an empty stream, and no such reply can be made with one.
 */
function withProgress(response: Response, wait: () => void): Response {
  if (response.status !== 200 || !response.body) return response;
  const pieces = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, to) {
      wait();
      to.enqueue(piece);
    },
  });
  return new Response(response.body.pipeThrough(pieces), response);
}

/** A network that breaks in the middle of a reply is none. Browsers have words of their own for it, which are no user's. */
function noReply(): never {
  throw new MarketHttpError(0, "The server does not answer.");
}

async function messageOf(response: Response): Promise<string> {
  try {
    const body: Partial<ErrorReply> = await response.json();
    return body.message ?? response.statusText;
  } catch {
    return response.statusText;
  }
}
