/** `/single` or `/singlelive` of one path: an event named after each joined instrument carries its last price. */
import { LTP } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import { ABSENT } from "#contract/domain/units.ts";
import type { LiveRoom } from "../market/market-view.ts";
import type { FanoutDeps } from "./fanout-deps.ts";
import type { InstrumentNames } from "./instrument-names.ts";
import { Membership } from "./membership.ts";
import type { GatewaySocket } from "./socket-path.ts";

const MAX_BACKLOG_BYTES = 64 * 1024;

export class PriceFanout {
  readonly #deps: FanoutDeps;
  readonly #namespace: string;
  readonly #names: InstrumentNames;
  readonly #membership: Membership<GatewaySocket>;
  /** The last price sent under a name, scaled. */
  readonly #last = new Map<string, number>();

  constructor(namespace: string, names: InstrumentNames, deps: FanoutDeps) {
    this.#deps = deps;
    this.#namespace = namespace;
    this.#names = names;
    this.#membership = new Membership<GatewaySocket>({
      resolve: (name) => (names.find(name) === undefined ? undefined : name),
      metrics: deps.metrics,
      member: (socket, name) => {
        this.#greet(socket, name);
        return socket;
      },
    });
  }

  add(socket: GatewaySocket): void {
    this.#membership.add(socket);
  }

  /** Some rows of a room may have new prices: those that are followed and differ are sent. */
  send(room: LiveRoom): void {
    for (const name of this.#membership.names) {
      const place = this.#names.find(name);
      if (place === undefined || place.room !== room) continue;
      const price = room.day.live.columns[LTP][place.row];
      if (price === ABSENT || price === this.#last.get(name)) continue;
      this.#last.set(name, price);
      const { path } = this.#deps;
      const packet = path.prepare(this.#namespace, name, price / room.day.priceScale);
      for (const socket of this.#membership.members(name)?.values() ?? []) {
        // Latest wins: a later price replaces the one that a slow reader was not sent.
        if (path.backlog(socket) <= MAX_BACKLOG_BYTES) path.deliver(socket, packet);
      }
    }
  }

  /** The rooms of the instruments that are followed; a room may come more than once. */
  *rooms(): Iterable<RoomName> {
    for (const name of this.#membership.names) {
      const place = this.#names.find(name);
      if (place !== undefined) yield place.room.day.room;
    }
  }

  clear(): void {
    this.#membership.clear();
    this.#last.clear();
  }

  #greet(socket: GatewaySocket, name: string): void {
    const place = this.#names.find(name);
    const price = place?.room.day.live.columns[LTP][place.row] ?? ABSENT;
    if (place === undefined) return;
    if (price === ABSENT) {
      // Not here yet: the first that comes is sent, whatever was sent to others before.
      this.#last.delete(name);
      return;
    }
    const { path } = this.#deps;
    path.deliver(socket, path.prepare(this.#namespace, name, price / place.room.day.priceScale));
  }
}
