/**
 * Last prices of single instruments: names are joined in lists on one namespace, open from the first of them to the last. By
 * tick where the plan has ticks, else by minute. On each arrival, and when the server asks, all names are joined again.
 */
import type { Socket } from "socket.io-client";
import type { InstrumentName } from "#contract/domain/instruments.ts";
import { type Refusal, SINGLE, SINGLE_LIVE } from "#contract/wire/socket-events.ts";

/** Names a message: a few kilobytes. */
const LIST_LENGTH = 300;

export interface PriceSocket {
  follow(names: readonly InstrumentName[]): void;
  unfollow(names: readonly InstrumentName[]): void;
  /** Whether the plan has ticks: without them a price a minute. */
  setTicks(hasTicks: boolean): void;
}

export interface PriceSocketDeps {
  readonly open: (namespace: string, what: string) => Socket;
  /** Connects it, or closes it. */
  readonly need: (socket: Socket, isNeeded: boolean) => void;
  /** Rupees. */
  readonly price: (name: InstrumentName, ltp: number) => void;
  /** Calls back after a while, unless the connection is closed. */
  readonly later: (action: () => void) => void;
}

export function createPriceSocket({ open, need, price, later }: PriceSocketDeps): PriceSocket {
  const names = new Set<InstrumentName>();
  const sockets = new Map<string, Socket>();
  let namespace: string = SINGLE_LIVE;

  function* lists(of: Iterable<InstrumentName>): Iterable<readonly InstrumentName[]> {
    const all = [...of];
    for (let i = 0; i < all.length; i += LIST_LENGTH) yield all.slice(i, i + LIST_LENGTH);
  }

  /** Offline, the names are joined on arrival. */
  function join(of: Iterable<InstrumentName>): void {
    const socket = sockets.get(namespace);
    if (!socket?.connected) return;
    for (const list of lists(of)) {
      socket.emit("joinRoom", list, (refusal?: Refusal) => {
        if (refusal === "rate limit") later(() => join(list.filter((name) => names.has(name))));
        else if (refusal) console.warn(`prices: ${refusal}`);
      });
    }
  }

  function connect(): void {
    const socket = sockets.get(namespace) ?? opened();
    need(socket, true);
    join(names); // the namespace may be open still
  }

  function opened(): Socket {
    const own = namespace;
    const socket = open(own, "prices");
    sockets.set(own, socket);
    socket.on("connect", () => join(names));
    socket.on("singleSymbol-init", () => join(names));
    socket.on("connect_error", ({ message }) => {
      if (message === "no subscription") setTicks(false);
    });
    // An event named after each instrument carries its price. The other namespace stays open for a while: its price is older.
    socket.onAny((name: string, ltp: unknown) => {
      if (own === namespace && typeof ltp === "number" && names.has(name)) price(name, ltp);
    });
    return socket;
  }

  function setTicks(hasTicks: boolean): void {
    const before = sockets.get(namespace);
    const next = hasTicks ? SINGLE_LIVE : SINGLE;
    if (next === namespace) return;
    namespace = next;
    if (before) need(before, false);
    if (names.size > 0) connect();
  }

  return {
    follow(followed) {
      const isOpen = sockets.get(namespace)?.connected === true && names.size > 0;
      for (const name of followed) names.add(name);
      if (isOpen) join(followed);
      else connect();
    },
    unfollow(left) {
      const socket = sockets.get(namespace);
      for (const name of left) names.delete(name);
      if (socket?.connected) for (const list of lists(left)) socket.emit("leaveRoom", list);
      if (socket && names.size === 0) need(socket, false);
    },
    setTicks,
  };
}
