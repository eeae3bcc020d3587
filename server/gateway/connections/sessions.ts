/** The sockets of each session, so that a session or subscription that ends takes its sockets with it, and says why. */
import type { EpochMs } from "#contract/domain/units.ts";
import { OI_PRICE_LIVE } from "#contract/wire/socket-events.ts";
import type { Identities, Identity, SessionEnd } from "../../platform/identity.ts";
import type { GatewaySocket } from "./socket-path.ts";

/** A person's tabs and windows. */
const MOST_CONNECTIONS = 24;

export class Sessions {
  readonly #identities: Pick<Identities, "byTicket">;
  readonly #sockets = new Map<string, Set<GatewaySocket>>();
  /** Sessions that are being asked about. */
  readonly #asked = new Set<string>();
  /** Users who changed and could not be asked about: the database was away. */
  readonly #unanswered = new Set<string>();

  constructor(identities: Pick<Identities, "byTicket">) {
    this.#identities = identities;
  }

  add(socket: GatewaySocket): void {
    const { sessionId } = socket.data.identity;
    let sockets = this.#sockets.get(sessionId);
    if (sockets === undefined) {
      sockets = new Set();
      this.#sockets.set(sessionId, sockets);
    }
    sockets.add(socket);
    this.#cap(sockets, socket);
    const joined = sockets;
    socket.on("disconnect", () => {
      socket.data.line.left(socket.nsp.name);
      joined.delete(socket);
      if (joined.size === 0 && this.#sockets.get(sessionId) === joined) this.#sockets.delete(sessionId);
    });
  }

  /** Ends the connection that has been quiet for longest, where a session has more of them than a person has tabs. */
  #cap(sockets: ReadonlySet<GatewaySocket>, newest: GatewaySocket): void {
    const lines = new Map(Array.from(sockets, ({ conn, data }) => [conn, data.line]));
    if (lines.size <= MOST_CONNECTIONS) return;
    lines.delete(newest.conn);
    const [quietest] = [...lines].reduce((a, b) => (b[1].heard < a[1].heard ? b : a));
    quietest.close();
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
  sweep(now: EpochMs): Promise<void> {
    const unanswered = new Set(this.#unanswered);
    this.#unanswered.clear();
    return this.#askAbout(
      ({ userId, subscribedUntil: until }) => until === undefined || until <= now || unanswered.has(userId),
    );
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
    for (const own of [...(this.#sockets.get(sessionId) ?? [])]) {
      own.data.identity = identity;
      // Another plan may have other namespaces: the client comes back, and the handshake decides.
      if (!isSamePlan) own.disconnect(true);
    }
  }
}
