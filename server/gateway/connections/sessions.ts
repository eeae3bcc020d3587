/** The sockets of each session, so that a session or subscription that ends takes its sockets with it, and says why. */
import type { EpochMs } from "#contract/domain/units.ts";
import { OI_PRICE_LIVE } from "#contract/wire/socket-events.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Identities, Identity, SessionEnd } from "../../platform/users/identity.ts";
import type { Line } from "./line.ts";
import type { GatewaySocket } from "./socket-path.ts";
import type { UserNews } from "./user-news.ts";

/** A person's tabs and windows. */
const MOST_CONNECTIONS = 24;
/** A tab that lives answers Engine.IO's ping every 25 seconds, if it says nothing else. */
const IDLE_MS = 30_000;

type Connection = GatewaySocket["conn"];

/** Whoever has no subscription is asked about at every sweep. */
const endOf = (subscribedUntil: EpochMs | undefined): number => subscribedUntil ?? Number.NEGATIVE_INFINITY;

export class Sessions {
  readonly #identities: Pick<Identities, "byTicket">;
  readonly #news: Pick<UserNews, "askAnew">;
  readonly #clock: WallClock;
  readonly #sockets = new Map<string, readonly GatewaySocket[]>();
  /** By session, connections that were let in and have no socket yet: many may ask in one turn. */
  readonly #entering = new Map<string, Map<Connection, Line>>();
  /** Sessions that are being asked about. */
  readonly #asked = new Set<string>();
  /** The same for all sockets. */
  readonly #disconnected: (this: GatewaySocket) => void;
  /** Users who changed and could not be asked about: the database was away. */
  readonly #unanswered = new Set<string>();
  /** No session's subscription ends before this, so that a sweep need not look at thousands of sessions each second. */
  #soonest = Number.POSITIVE_INFINITY;

  constructor(identities: Pick<Identities, "byTicket">, news: Pick<UserNews, "askAnew">, clock: WallClock) {
    this.#identities = identities;
    this.#news = news;
    this.#clock = clock;
    const sessions = this.#sockets;
    this.#disconnected = function () {
      const { identity, line } = this.data;
      line.left(this.nsp.name);
      const others = (sessions.get(identity.sessionId) ?? []).filter((socket) => socket !== this);
      if (others.length === 0) sessions.delete(identity.sessionId);
      else sessions.set(identity.sessionId, others);
    };
  }

  /**
   * Whether a connection may be one of the session's. Where a session has as many as a person has tabs, the one that has been
   * idle for longest ends for it; where none is idle the newcomer is refused, so that tabs do not push each other out.
   */
  admits(sessionId: string, connection: Connection, line: Line): boolean {
    const connections = this.#connectionsOf(sessionId);
    const isFull = connections.size >= MOST_CONNECTIONS && !connections.has(connection);
    if (isFull && !this.#endIdle(connections)) return false;
    const entering = this.#entering.get(sessionId);
    if (entering) entering.set(connection, line);
    else this.#entering.set(sessionId, new Map([[connection, line]]));
    return true;
  }

  /** Forgets those that are gone as well: they never had a socket. */
  #hasEntered(sessionId: string, connection: Connection): void {
    const entering = this.#entering.get(sessionId);
    for (const each of entering?.keys() ?? [])
      if (each === connection || each.readyState !== "open") entering?.delete(each);
    if (entering?.size === 0) this.#entering.delete(sessionId);
  }

  #connectionsOf(sessionId: string): Map<Connection, Line> {
    const connections = new Map<Connection, Line>();
    for (const { conn, data } of this.#sockets.get(sessionId) ?? []) connections.set(conn, data.line);
    for (const [connection, line] of this.#entering.get(sessionId) ?? [])
      if (connection.readyState === "open") connections.set(connection, line);
    return connections;
  }

  /** Ends the connection that has said nothing for longest; false where all of them live. */
  #endIdle(connections: ReadonlyMap<Connection, Line>): boolean {
    const [[quietest, line]] = [...connections].sort((a, b) => a[1].heard - b[1].heard);
    if (this.#clock.monotonic() - line.heard < IDLE_MS) return false;
    quietest.close();
    return true;
  }

  add(socket: GatewaySocket): void {
    const { sessionId } = socket.data.identity;
    this.#hasEntered(sessionId, socket.conn);
    this.#sockets.set(sessionId, [...(this.#sockets.get(sessionId) ?? []), socket]);
    this.#noteEnd(socket);
    socket.on("disconnect", this.#disconnected);
  }

  /** Tells the session's sockets why it is over, and closes their connections. */
  end(sessionId: string, why: SessionEnd | "subscribe"): void {
    const sockets = [...(this.#sockets.get(sessionId) ?? [])];
    for (const socket of sockets) {
      if (socket.nsp.name !== OI_PRICE_LIVE) continue;
      if (why === "multiLogout") socket.emit("multiLogout");
      else socket.emit("special", why === "subscribe" ? "subscribe" : "logout");
    }
    for (const socket of sockets) socket.disconnect(true);
  }

  /** Ends sessions whose subscription is over by now, unless it was renewed meanwhile. */
  async sweep(now: EpochMs): Promise<void> {
    if (now < this.#soonest && this.#unanswered.size === 0) return;
    const unanswered = new Set(this.#unanswered);
    this.#unanswered.clear();
    await this.#askAbout(({ userId, subscribedUntil }) => endOf(subscribedUntil) <= now || unanswered.has(userId));
    this.#soonest = Number.POSITIVE_INFINITY;
    for (const [socket] of this.#sockets.values()) if (socket !== undefined) this.#noteEnd(socket);
  }

  #noteEnd({ data }: GatewaySocket): void {
    this.#soonest = Math.min(this.#soonest, endOf(data.identity.subscribedUntil));
  }

  /** The user may see more or less than before: subscriptions end early, and plans change. */
  changed(userId: string): Promise<void> {
    return this.#askAbout((identity) => identity.userId === userId);
  }

  async #askAbout(isMeant: (identity: Identity) => boolean): Promise<void> {
    const asking: Promise<void>[] = [];
    for (const [sessionId, sockets] of this.#sockets) {
      const [socket] = sockets;
      if (socket === undefined || this.#asked.has(sessionId) || !isMeant(socket.data.identity)) continue;
      this.#asked.add(sessionId);
      asking.push(this.#askAgain(sessionId, socket).finally(() => this.#asked.delete(sessionId)));
    }
    await Promise.all(asking);
  }

  async #askAgain(sessionId: string, socket: GatewaySocket): Promise<void> {
    let identity: Identity | undefined;
    try {
      identity = await this.#identities.byTicket(socket.data.ticket);
    } catch {
      // It may have been renewed: nobody is sent away for a database that does not answer. The next sweep asks again.
      this.#unanswered.add(socket.data.identity.userId);
      return;
    }
    if (identity?.subscribed !== true) return this.end(sessionId, "subscribe");
    const isSamePlan = identity.plan === socket.data.identity.plan;
    if (!isSamePlan) this.#news.askAnew(identity.userId);
    for (const own of [...(this.#sockets.get(sessionId) ?? [])]) {
      own.data.identity = identity;
      this.#noteEnd(own);
      // Another plan may have other namespaces: the client comes back, and the handshake decides.
      if (!isSamePlan) own.disconnect(true);
    }
  }
}
