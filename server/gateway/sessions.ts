/** The sockets of each session, so that a session that ends takes its sockets with it, and says why. */
import { OI_PRICE_LIVE } from "#contract/wire/socket-events.ts";
import type { SessionEnd } from "../platform/identity.ts";
import type { GatewaySocket } from "./socket-path.ts";

export class Sessions {
  readonly #sockets = new Map<string, Set<GatewaySocket>>();

  add(socket: GatewaySocket): void {
    const { sessionId } = socket.data.identity;
    let sockets = this.#sockets.get(sessionId);
    if (sockets === undefined) {
      sockets = new Set();
      this.#sockets.set(sessionId, sockets);
    }
    const own = sockets;
    own.add(socket);
    socket.on("disconnect", () => {
      own.delete(socket);
      if (own.size === 0) this.#sockets.delete(sessionId);
    });
  }

  /** Tells the session's sockets why it is over, and closes their connections. */
  end(sessionId: string, why: SessionEnd): void {
    const sockets = [...(this.#sockets.get(sessionId) ?? [])];
    for (const socket of sockets) {
      if (socket.nsp.name !== OI_PRICE_LIVE) continue;
      if (why === "multiLogout") socket.emit("multiLogout");
      else socket.emit("special", "logout");
    }
    for (const socket of sockets) socket.disconnect(true);
  }
}
