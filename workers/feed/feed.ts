/** The core of the feed worker, free of its thread: what the session, the rooms, the lists and the clocks tell whom. */
import { type ExchangeTime, extrapolateMinute } from "#contract/domain/clock.ts";
import type {
  ClockUpdate,
  FeedApi,
  FeedConfig,
  FeedEvent,
  FeedRequest,
  FeedUpdate,
  ReplayControl,
} from "#contract/worker/feed-api.ts";
import { type HostPort, type TypedPort, typedPort } from "#contract/worker/port.ts";
import type { ConnectionListener } from "./connection.ts";
import { createDocuments } from "./documents.ts";
import { createLists } from "./lists.ts";
import { type MarketHttp, MarketHttpError } from "./market-http.ts";
import { createPrices } from "./prices.ts";
import { createReaderRooms } from "./reader-rooms.ts";
import { createReopening } from "./reopening.ts";
import type { ReplayClock } from "./replay-clock.ts";
import { createSession, type Session, type SessionDeps } from "./session.ts";
import type { SharedClock } from "./shared-clock.ts";

/** Socket.IO's reason for a socket that this side closed: the code that closed it reports it. */
const CLOSED_BY_US = "io client disconnect";

type QuantPort = TypedPort<FeedUpdate, FeedRequest>;

export interface FeedDeps extends SessionDeps {
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

export function createFeed(deps: FeedDeps): FeedApi {
  let session: Session | undefined;
  /** False while the board looks at a past day. */
  let isLive = true;
  let emit: (event: FeedEvent) => void = () => undefined;
  let clock: ExchangeTime | undefined;
  let clockArrived = 0;

  const refused = (status: number): void => emit({ type: status === 401 ? "unauthorized" : "unsubscribed" });

  /** Whether the server refuses the session; the page hears of it where it does. */
  function isRefusal(error: unknown): boolean {
    const status = error instanceof MarketHttpError ? error.status : 0;
    if (status !== 401 && status !== 402) return false;
    refused(status);
    return true;
  }

  const quants = new Set<QuantPort>();
  const rooms = createReaderRooms({ session: () => session, now: deps.now, refused });
  const prices = createPrices(() => session?.connection);
  const documents = createDocuments({ session: () => session, refused });
  const lists = createLists({
    session: () => session,
    emit: (event) => emit(event),
    reloadRooms: rooms.reload,
    isRefusal,
  });
  const reopening = createReopening(rooms.reload);
  let replay: ReplayClock | undefined;
  let shared: SharedClock | undefined;

  /** With the first thing that a user does with it: the first figures need no replay. */
  let loading: Promise<ReplayClock> | undefined;
  async function loadClock(): Promise<ReplayClock> {
    const { createReplayClock } = await import("./replay-clock.ts");
    replay = createReplayClock(
      {
        now: deps.now,
        after(ms, callback) {
          const timer = setTimeout(callback, ms);
          return () => clearTimeout(timer);
        },
      },
      (time) => {
        tell({ type: "replay", time });
        emit({ type: "replay", time });
        shared?.changed(time);
      },
    );
    return replay;
  }

  async function control(wanted: ReplayControl): Promise<void> {
    loading ??= loadClock().catch((error: unknown) => {
      loading = undefined; // the next press tries again
      throw error;
    });
    const clock = await loading;
    if (wanted.type !== "share") {
      (shared ?? clock).control(wanted);
      return;
    }
    const { shareClock, windowsOf } = await import("./shared-clock.ts");
    shared ??= shareClock(clock, windowsOf(wanted.board));
  }

  function tell(update: ClockUpdate): void {
    for (const quant of quants) quant.send(update);
  }

  function answer(quant: QuantPort, request: FeedRequest): void {
    switch (request.type) {
      case "acquire":
        rooms.acquire(quant, request.room, request.fields);
        return;
      case "release":
        rooms.release(quant, request.room);
        return;
      case "acquireDocument":
        documents.acquire(quant, request.document);
        return;
      case "releaseDocument":
        documents.release(quant, request.document);
        return;
      case "follow":
        prices.follow(quant, request.names);
        return;
      case "unfollow":
        prices.unfollow(quant, request.names);
        return;
    }
  }

  /** The exchange clock now, as the server would tell it. */
  const clockNow = (): ExchangeTime | undefined =>
    clock && { ...clock, minute: extrapolateMinute(clock, deps.now() - clockArrived) };

  function setClock(time: ExchangeTime): void {
    const before = clock;
    clock = time;
    clockArrived = deps.now();
    tell({ type: "clock", time });
    emit({ type: "clock", time });
    if (before && before.date !== time.date) {
      lists.dayChanged();
      documents.dayChanged();
    }
    reopening.clock(time);
  }

  const listener: ConnectionListener = {
    connection(state, why) {
      if (why === CLOSED_BY_US) return;
      if (state !== "refused") emit({ type: "connection", state, why });
      else if (why === "no subscription") emit({ type: "unsubscribed" });
      else if (why === "unauthorized" || why === "multiLogout") emit({ type: why });
      // A reason of a later server ends nothing here: the page says its words.
      else emit({ type: "connection", state, why });
    },
    rejoined(which, only) {
      if (which === "ticks") {
        rooms.expectSnapshots();
        return;
      }
      rooms.reload(only);
      if (!only) lists.rejoined();
    },
    clock: setClock,
    feed: rooms.setTroubles,
    index: (index) => emit({ type: "index", index }),
    slots: (which, times) => emit({ type: "slots", which, times }),
    special(kind, payload) {
      if (kind === "1min") session?.connection.setTicks(false);
      if (kind === "update") lists.changed();
      emit({ type: "special", kind, payload });
    },
    price: prices.tell,
    multiLogout: () => emit({ type: "multiLogout" }),
    news(event) {
      // The plan may be one with ticks now; what was missed may have said so.
      if (event === undefined || event.type === "account") session?.connection.setTicks(true);
      emit({ type: "news", event });
    },
  };

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

  function stop(): void {
    rooms.closeAll();
    prices.close();
    documents.close();
    reopening.stop();
    lists.stop();
    shared?.leave();
    shared = undefined;
    replay?.stop();
    session?.end();
    session = undefined;
  }

  return {
    start(config: FeedConfig, events: HostPort) {
      stop();
      const port = typedPort<FeedEvent, ReplayControl>(events);
      emit = (event) => port.send(event);
      port.listen(control);
      session = createSession(deps, config, listener, emit);
      isLive = true;
      lists.load();
      rooms.open();
      prices.open();
      documents.open();
    },
    setLive(next) {
      if (!session || next === isLive) return;
      isLive = next;
      session.connection.setMarket(isLive);
      if (isLive) lists.load();
    },
    history: () => ask((http) => http.history()),
    universeOf: (day) => ask((http) => http.init(day)),
    openVault: async (port) => (await deps.vault?.())?.exposeVault(port, (path) => ask((http) => http.reply(path))),
    attach(quantPort: HostPort) {
      const quant: QuantPort = typedPort(quantPort);
      quants.add(quant);
      quant.listen((request) => answer(quant, request));
      const time = clockNow();
      if (time) quant.send({ type: "clock", time });
      if (replay?.time) quant.send({ type: "replay", time: replay.time });
    },
    refresh: lists.load,
    stop,
  };
}
