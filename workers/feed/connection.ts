/**
 * The sockets: the namespaces of the binary path over one WebSocket. They try to connect until they succeed. They join the
 * rooms again after each connect, and whenever the server asks for it. That of the minutes is the user's own channel, too:
 * it stays open while the board looks at a past day, where those of the market close unless somebody reads them.
 */
import { Manager, type Socket } from "socket.io-client";
import type { ExchangeTime } from "#contract/domain/clock.ts";
import type { InstrumentName, RoomName } from "#contract/domain/instruments.ts";
import { encodeAck } from "#contract/wire/live-parser.ts";
import {
  type FeedTrouble,
  LIVE_INDEX,
  LIVE_PATH,
  type LiveIndex,
  minuteEvent,
  type NewsStart,
  OI_PRICE_LIVE,
  OPTION_LIVE,
  type Refusal,
  type SpecialType,
  tickEvent,
  type UserEvent,
} from "#contract/wire/socket-events.ts";
import type { ConnectionState, FeedConfig } from "#contract/worker/feed-api.ts";
import { createPriceSocket } from "./price-socket.ts";

export interface ConnectionListener {
  connection(state: ConnectionState, why?: string): void;
  /** The rooms of a namespace were joined again: frames in between were missed. @param only absent: all rooms */
  rejoined(which: "ticks" | "minutes", only?: readonly RoomName[]): void;
  clock(time: ExchangeTime): void;
  /** All that is wrong with the feed: at every connect, and on change. */
  feed(troubles: readonly FeedTrouble[]): void;
  /** Empty while the board looks at a past day, and when it comes back before there is one. */
  index(index: LiveIndex): void;
  slots(which: "time9am" | "time330pm", times: readonly string[]): void;
  special(kind: SpecialType, payload?: unknown): void;
  multiLogout(): void;
  /** The user's news, in order, each once; undefined where some of what was missed is no longer kept. */
  news(event: UserEvent | undefined): void;
  /** Rupees. */
  price(name: InstrumentName, ltp: number): void;
}

export interface Connection {
  /** Joins the room's ticks and minutes; both kinds of frame come to `frame`. `refused` gets the server's reason where it would not. */
  join(room: RoomName, frame: (bytes: Uint8Array) => void, refused: (why: string) => void): void;
  leave(room: RoomName): void;
  /** Asks for one snapshot of the room. */
  resync(room: RoomName): void;
  /** Drops the transport and connects again. It is called after a suspension, when the old transport may only look alive. */
  restart(): void;
  /** Joins the names' prices; they come to the listener. */
  follow(names: readonly InstrumentName[]): void;
  unfollow(names: readonly InstrumentName[]): void;
  /** Whether the plan has ticks, as far as is known: the server refuses them where it has none. */
  setTicks(hasTicks: boolean): void;
  /** False while the board looks at a past day: then the market's namespaces are open for what is still joined, and no more. */
  setMarket(isLookedAt: boolean): void;
  close(): void;
}

export type Connect = (config: FeedConfig, listener: ConnectionListener) => Connection;

/** Reasons that pass. For any other, also one of a later server, the same ticket is tried with the next transport alone. */
const PASSING_REFUSALS: readonly string[] = ["rate limit", "too many tabs", "try again"] satisfies Refusal[];
/** Reasons that the page is told by the minutes' namespace, or in other words. */
const TOLD_ELSEWHERE: readonly string[] = ["unauthorized", "multiLogout", "no subscription"] satisfies Refusal[];
/** Before a namespace that the server closed or refused is connected again, and a room that came too fast joined again. */
const AGAIN_MS = 1000;
/** The same where another tab has to be closed first. */
const TABS_MS = 15_000;
/** Before a namespace that is no longer needed is closed: another screen may need it at once. */
const IDLE_MS = 1000;

/** @param parser the packet codec of the path. */
export const connectWith =
  (parser: object): Connect =>
  (config, listener) => {
    // It makes its own manager: io() would keep the manager of an ended session, and then give each namespace its own socket.
    const manager = new Manager(config.origin, {
      path: LIVE_PATH,
      parser,
      transports: ["websocket"],
      withCredentials: true,
      reconnectionDelay: 500,
      reconnectionDelayMax: 5000,
    });
    /** Id of the last news that came, on whatever connection; undefined until the server has said where news stand. */
    let lastNews: number | undefined;
    const auth = (give: (sent: object) => void): void =>
      give({ token: config.ticket, fingerprint: config.fingerprint, news: lastNews });
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const all: Socket[] = [];
    const needed = new Set<Socket>();
    const closing = new Map<Socket, ReturnType<typeof setTimeout>>();
    let isMarket = true;
    let hasTicks = true;
    /** Undefined while its namespace is not open. */
    let lastIndex: LiveIndex | undefined;
    let said: readonly FeedTrouble[] = [];
    /** Of namespaces that were refused for a reason of a later server: nothing else would say what their readers lack. */
    const refusals = new Map<Socket, FeedTrouble>();
    /** @param troubles absent: what the server said last */
    function tellFeed(troubles = said): void {
      said = troubles;
      listener.feed([...said, ...refusals.values()]);
    }
    const forgive = (socket: Socket): void => void (refusals.delete(socket) && tellFeed());

    function later(action: () => void, ms = AGAIN_MS): void {
      const timer = setTimeout(() => {
        timers.delete(timer);
        action();
      }, ms);
      timers.add(timer);
    }

    // The server takes a CONNECT for a namespace that is open, or is being opened, as a fault, and ends the whole connection.
    const connect = (socket: Socket): void => void (needed.has(socket) && !socket.active && socket.connect());

    /**
     * Socket.IO mends a broken transport by itself; a namespace that the server closed (it stops, or gave up on a slow reader)
     * or refused for now, it leaves closed.
     * @param what it brings, in few words; absent: its refusal is told elsewhere
     */
    function open(namespace: string, what?: string): Socket {
      const socket = manager.socket(namespace, { auth });
      const again = (): void => connect(socket);
      all.push(socket);
      needed.add(socket);
      socket.on("disconnect", (why) => {
        if (why === "io server disconnect") later(again);
      });
      socket.on("connect", () => forgive(socket));
      socket.on("connect_error", ({ message }) => {
        if (socket.active) return;
        if (PASSING_REFUSALS.includes(message)) later(again, message === "too many tabs" ? TABS_MS : AGAIN_MS);
        else if (what && !TOLD_ELSEWHERE.includes(message)) {
          refusals.set(socket, { words: `${what} refused: ${message}`, coverage: true });
          tellFeed();
        }
      });
      return socket;
    }
    // With each transport what was refused on the one before is asked for once more: the server may be of another version,
    // and ends all connections of a user whose plan has changed.
    manager.on("open", () => all.forEach(connect));

    /** Connects a namespace when it comes to be needed, and closes it when it has not been for a while. */
    function need(socket: Socket, isNeeded: boolean): void {
      if (isNeeded === needed.has(socket)) return;
      clearTimeout(closing.get(socket));
      if (isNeeded) {
        needed.add(socket);
        connect(socket);
      } else {
        needed.delete(socket);
        forgive(socket);
        closeLater(socket);
      }
    }

    /** Not at once: the server would read a CONNECT that follows before the DISCONNECT has had its effect. */
    function closeLater(socket: Socket): void {
      const close = (): void => {
        // Asked for and not answered: the server opens it all the same. Offline, it is not asked for.
        if (socket.active && !socket.connected && manager.engine.readyState === "open") closeLater(socket);
        else socket.disconnect();
      };
      closing.set(socket, setTimeout(close, IDLE_MS));
    }

    const ticks = open(OPTION_LIVE, "ticks");
    const minutes = open(OI_PRICE_LIVE);
    const index = open(LIVE_INDEX, "indices");
    const prices = createPriceSocket({ open, need, price: listener.price, later });

    listener.connection("connecting");
    minutes.on("connect", () => listener.connection("online"));
    minutes.on("disconnect", (why) => listener.connection("offline", why));
    // Where the transport failed, the namespace is still active: it is tried again with the next one.
    minutes.on("connect_error", ({ message }) => {
      const isPassing = minutes.active || PASSING_REFUSALS.includes(message);
      listener.connection(isPassing ? "offline" : "refused", message);
    });

    /** What hears that a room is refused. */
    const rooms = new Map<RoomName, (why: string) => void>();
    const channels = [
      { which: "ticks", socket: ticks, event: tickEvent, asks: ["optionLiveSocket-init", "optionsocket-init"] },
      { which: "minutes", socket: minutes, event: minuteEvent, asks: ["OIPriceLiveSocket-init"] },
    ] as const;

    function followNeeds(): void {
      need(index, isMarket);
      need(ticks, hasTicks && (isMarket || rooms.size > 0));
    }

    function emitJoin(socket: Socket, room: RoomName): void {
      socket.emit("joinRoom", room, (refusal?: Refusal) => {
        if (!refusal) return;
        if (refusal !== "rate limit") rooms.get(room)?.(refusal);
        else later(() => void (rooms.has(room) && socket.connected && emitJoin(socket, room)));
      });
    }

    for (const { which, socket, asks } of channels) {
      let arrived = false;
      const joinAgain = (only?: readonly RoomName[]): void => {
        for (const room of rooms.keys()) if (!only || only.includes(room)) emitJoin(socket, room);
      };
      socket.on("connect", () => {
        joinAgain();
        if (arrived) listener.rejoined(which);
        arrived = true;
      });
      for (const ask of asks) {
        socket.on(ask, (only?: readonly RoomName[]) => {
          joinAgain(only);
          listener.rejoined(which, only);
        });
      }
    }

    // The frames before it were handed over by now: the server learns that this reader keeps up.
    ticks.on("turn", (turn) => manager.engine.send(encodeAck(turn)));
    minutes.on("clock", listener.clock);
    minutes.on("feed", tellFeed);
    minutes.on("special", listener.special);
    minutes.on("multiLogout", listener.multiLogout);
    minutes.on("newsFrom", ({ id, isWhole }: NewsStart) => {
      lastNews = id;
      if (!isWhole) listener.news(undefined);
    });
    minutes.on("news", (id: number, event: UserEvent) => {
      if (lastNews !== undefined && id <= lastNews) return;
      lastNews = id;
      listener.news(event);
    });
    minutes.on("time9am", (times) => listener.slots("time9am", times));
    minutes.on("time330pm", (times) => listener.slots("time330pm", times));
    index.on("liveIndex", (values) => {
      lastIndex = values;
      if (isMarket) listener.index(values);
    });
    index.on("disconnect", () => {
      lastIndex = undefined;
    });

    return {
      join(room, frame, refused) {
        rooms.set(room, refused);
        for (const { socket, event } of channels) {
          socket.on(event(room), frame);
          // While offline it only remembers the room: it is joined at the next connect.
          if (socket.connected) emitJoin(socket, room);
        }
        followNeeds();
      },
      leave(room) {
        rooms.delete(room);
        for (const { socket, event } of channels) {
          socket.off(event(room));
          if (socket.connected) socket.emit("leaveRoom", room);
        }
        followNeeds();
      },
      // While offline it sends nothing: Socket.IO would queue the message, and the next join brings a snapshot anyway.
      resync: (room) => void (ticks.connected && ticks.emit("resync", room)),
      follow: prices.follow,
      unfollow: prices.unfollow,
      restart() {
        // The namespaces share the transport: closing its engine makes the manager reconnect all of them. One that is
        // being opened is new already, and of its close the manager would learn from its timeout alone.
        if (manager.engine.readyState === "open") manager.engine.close();
      },
      setTicks(has) {
        hasTicks = has;
        followNeeds();
        prices.setTicks(has);
      },
      setMarket(isLookedAt) {
        isMarket = isLookedAt;
        followNeeds();
        // What was on its way is of the other day; a namespace that is open still greets nobody.
        listener.index((isMarket && lastIndex) || {});
      },
      close() {
        for (const timer of [...timers, ...closing.values()]) clearTimeout(timer);
        for (const socket of all) socket.disconnect();
      },
    };
  };
