/** The core of the feed worker, free of its thread: one connection, the rooms that quant workers hold, the events. */
import { type ExchangeTime, extrapolateMinute } from "#contract/domain/clock.ts";
import { parseRoomKey, type RoomKey } from "#contract/domain/room-key.ts";
import type {
  FeedApi,
  FeedConfig,
  FeedEvent,
  ReplayControl,
  RoomRequest,
  RoomUpdate,
} from "#contract/worker/feed-api.ts";
import { type HostPort, type TypedPort, typedPort } from "#contract/worker/port.ts";
import type { Connect, Connection, ConnectionListener } from "./connection.ts";
import { watchLoads } from "./load-watch.ts";
import { createMarketHttp, type MarketHttp, type MarketHttpDeps, MarketHttpError } from "./market-http.ts";
import { createReopening } from "./reopening.ts";
import { createReplayClock } from "./replay-clock.ts";
import { createRoomFeed, type RoomFeed } from "./room-feed.ts";
import { createRoomTroubles } from "./room-troubles.ts";
import type { RoomReader } from "./room-updates.ts";
import { createStillRoom, type StillRoom } from "./still-room.ts";
import { watchSuspension } from "./suspension.ts";

/** A load of `init` that fails is tried again. */
const INIT_RETRY_MS = 2000;
/** A new day is told in several ways at once: one load of `init` serves them all. */
const INIT_GATHER_MS = 50;

/** Socket.IO's reason for a socket that this side closed: told by whoever closed it. */
const CLOSED_BY_US = "io client disconnect";

export interface FeedDeps extends MarketHttpDeps {
  readonly connect: Connect;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Wall-clock milliseconds: only to notice that the machine slept. */
  readonly wallNow: () => number;
}

type QuantPort = TypedPort<RoomUpdate, RoomRequest>;

interface Session {
  readonly config: FeedConfig;
  readonly http: MarketHttp;
  /** Undefined while nothing live is looked at. */
  connection: Connection | undefined;
  readonly stopWatching: () => void;
}

export function createFeed(deps: FeedDeps): FeedApi {
  const rooms = new Map<RoomKey, RoomFeed>();
  const stillRooms = new Map<RoomKey, StillRoom>();
  const quants = new Map<QuantPort, Set<RoomKey>>();
  let session: Session | undefined;
  let emit: (event: FeedEvent) => void = () => undefined;
  let clock: ExchangeTime | undefined;
  let clockArrived = 0;
  const troubles = createRoomTroubles();
  let initLoad: ReturnType<typeof setTimeout> | undefined;
  let roomsLoad: ReturnType<typeof setTimeout> | undefined;
  const reopening = createReopening(reloadRooms);

  const replay = createReplayClock(
    {
      now: deps.now,
      after(ms, callback) {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    },
    (time) => {
      for (const quant of quants.keys()) quant.send({ type: "replay", time });
      emit({ type: "replay", time });
    },
  );

  function reloadRooms(): void {
    for (const room of rooms.values()) room.reload();
  }

  /** The lists have changed: init and the rooms' dictionaries are fetched anew, unless the rooms are joined anew anyway. */
  function update(): void {
    loadInit(INIT_GATHER_MS);
    clearTimeout(roomsLoad);
    roomsLoad = setTimeout(reloadRooms, INIT_GATHER_MS);
  }

  function loadInit(after = 0): void {
    clearTimeout(initLoad);
    const current = session;
    if (current?.connection) initLoad = setTimeout(() => requestInit(current), after);
  }

  function requestInit(asking: Session): void {
    const { connection } = asking;
    /** Another session began meanwhile, or nothing live is looked at any more. */
    const isOver = (): boolean => session?.connection === undefined || session.connection !== connection;
    asking.http.init().then(
      (init) => {
        if (!isOver()) emit({ type: "universe", init });
      },
      (error: unknown) => {
        if (isOver() || isRefusal(error)) return;
        console.warn("init:", error);
        loadInit(INIT_RETRY_MS);
      },
    );
  }

  /** Whether the session is what is wrong; told where it is. */
  function isRefusal(error: unknown): boolean {
    const status = error instanceof MarketHttpError ? error.status : 0;
    if (status !== 401 && status !== 402) return false;
    refused(status);
    return true;
  }

  /** @throws Error in words for the user. */
  async function ask<Reply>(call: (http: MarketHttp) => Promise<Reply>): Promise<Reply> {
    if (!session) throw new Error("Nobody is logged in.");
    try {
      return await call(session.http);
    } catch (error) {
      isRefusal(error);
      throw error;
    }
  }

  const refused = (status: number): void => emit({ type: status === 401 ? "unauthorized" : "unsubscribed" });

  /** The clock now, as if it had just been told. */
  const clockNow = (): ExchangeTime | undefined =>
    clock && { ...clock, minute: extrapolateMinute(clock, deps.now() - clockArrived) };

  function setClock(time: ExchangeTime): void {
    const before = clock;
    clock = time;
    clockArrived = deps.now();
    for (const quant of quants.keys()) quant.send({ type: "clock", time });
    emit({ type: "clock", time });
    if (before && before.date !== time.date) loadInit(INIT_GATHER_MS);
    reopening.clock(time);
  }

  const listener: ConnectionListener = {
    connection(state, why) {
      if (why === CLOSED_BY_US) return;
      emit({ type: "connection", state, why });
      if (state === "refused") emit({ type: why === "no subscription" ? "unsubscribed" : "unauthorized" });
    },
    rejoined(which) {
      for (const room of rooms.values()) {
        if (which === "ticks") room.expectSnapshot();
        else room.reload();
      }
      if (which !== "minutes") return;
      clearTimeout(roomsLoad);
      loadInit(INIT_GATHER_MS);
    },
    clock: setClock,
    feed(told) {
      troubles.set(told);
      for (const [room, live] of rooms) live.setTrouble(troubles.of(room));
    },
    index: (index) => emit({ type: "index", index }),
    slots: (which, times) => emit({ type: "slots", which, times }),
    special(kind, payload) {
      if (kind === "1min") session?.connection?.closeTicks();
      if (kind === "update") update();
      emit({ type: "special", kind, payload });
    },
    multiLogout: () => emit({ type: "multiLogout" }),
  };

  function acquire(reader: RoomReader, key: RoomKey): void {
    const { room, day } = parseRoomKey(key);
    // Asked again when the session starts, or when the live market is looked at again.
    if (!session || (day === undefined && !session.connection)) return;
    if (day === undefined) {
      let live = rooms.get(key);
      if (!live) {
        live = createRoomFeed(room, {
          http: session.http,
          connection: () => session?.connection,
          now: deps.now,
          refused,
        });
        live.setTrouble(troubles.of(room));
        rooms.set(key, live);
      }
      live.add(reader);
    } else {
      const still = stillRooms.get(key) ?? createStillRoom(room, day, { http: session.http, refused });
      stillRooms.set(key, still);
      still.add(reader);
    }
  }

  function release(reader: RoomReader, key: RoomKey): void {
    for (const map of [rooms, stillRooms]) {
      const room = map.get(key);
      if (!room) continue;
      room.remove(reader);
      if (room.readers.size > 0) continue;
      room.dispose();
      map.delete(key);
    }
  }

  function acquireAll(): void {
    for (const [quant, keys] of quants) for (const key of keys) acquire(quant, key);
  }

  function closeLive(): void {
    for (const room of rooms.values()) room.dispose();
    rooms.clear();
    troubles.set([]);
    reopening.stop();
    clearTimeout(initLoad);
    clearTimeout(roomsLoad);
    session?.connection?.close();
    if (session) session.connection = undefined;
  }

  function stop(): void {
    closeLive();
    for (const room of stillRooms.values()) room.dispose();
    stillRooms.clear();
    replay.stop();
    session?.stopWatching();
    session = undefined;
  }

  return {
    start(config: FeedConfig, events: HostPort) {
      stop();
      const port = typedPort<FeedEvent, ReplayControl>(events);
      emit = (event) => port.send(event);
      port.listen(replay.control);
      const http = watchLoads(createMarketHttp(deps, config), (room, isLoaded) =>
        emit({ type: "load", room, isLoaded }),
      );
      const connection = deps.connect(config, listener);
      const stopWatching = watchSuspension(deps.wallNow, () => session?.connection?.restart());
      session = { config, http, connection, stopWatching };
      loadInit();
      acquireAll();
    },
    setLive(isLive) {
      if (!session || isLive === (session.connection !== undefined)) return;
      if (!isLive) {
        closeLive();
        emit({ type: "connection", state: "closed" });
        return;
      }
      session.connection = deps.connect(session.config, listener);
      loadInit();
      acquireAll();
    },
    history: () => ask((http) => http.history()),
    universeOf: (day) => ask((http) => http.init(day)),
    attach(quantPort: HostPort) {
      const quant: QuantPort = typedPort(quantPort);
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
      const time = clockNow();
      if (time) quant.send({ type: "clock", time });
      if (replay.time) quant.send({ type: "replay", time: replay.time });
    },
    refresh: () => loadInit(),
    stop,
  };
}
