/**
 * `/OIPriceLiveSocket` of one path: a message per room and slot, never dropped silently. A connection that cannot take
 * them any more is closed: its client finds out, reconnects and refetches.
 */
import type { RoomName } from "#contract/domain/instruments.ts";
import { minuteEvent, OI_PRICE_LIVE } from "#contract/wire/socket-events.ts";
import type { GatewaySocket } from "../connections/socket-path.ts";
import type { FanoutDeps } from "./fanout-deps.ts";
import { Membership } from "./membership.ts";

const MAX_BACKLOG_BYTES = 256 * 1024;
/** JSON minutes are bigger: a whole room is some 40 KB. */
const MAX_JSON_BACKLOG_BYTES = 4 * 1024 * 1024;

export class MinuteFanout {
  readonly #deps: FanoutDeps;
  readonly #membership: Membership<GatewaySocket>;
  readonly #limit: number;

  constructor(deps: FanoutDeps) {
    this.#deps = deps;
    this.#limit = deps.isBinary ? MAX_BACKLOG_BYTES : MAX_JSON_BACKLOG_BYTES;
    this.#membership = new Membership<GatewaySocket>({
      resolve: deps.resolveRoom,
      metrics: deps.metrics,
      member: (socket) => socket,
    });
  }

  add(socket: GatewaySocket): void {
    this.#membership.add(socket);
  }

  hasMembers(room: RoomName): boolean {
    return this.#membership.members(room) !== undefined;
  }

  isMember(room: RoomName, socket: GatewaySocket): boolean {
    return this.#membership.find(socket, room) !== undefined;
  }

  /** @param message a frame, or the stock path's {live, time}. */
  send(room: RoomName, message: unknown): void {
    const members = this.#membership.members(room);
    if (members === undefined) return;
    const { path, metrics } = this.#deps;
    const packet = path.prepare(OI_PRICE_LIVE, minuteEvent(room), message);
    for (const socket of members.values()) {
      if (socket.data.line.backlog <= this.#limit) socket.data.line.write(packet);
      else {
        metrics.cutOff.inc({ why: "full" });
        socket.disconnect(true);
      }
    }
    metrics.delivered.inc({ kind: "minute" }, members.size);
  }

  clear(): void {
    this.#membership.clear();
  }
}
