/** `/single` or `/singlelive` of one path: an event named after each joined instrument carries its last price. */
import { LTP } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import { ABSENT } from "#contract/domain/units.ts";
import type { DayIndex } from "../../market/instruments/day-index.ts";
import type { LiveRoom } from "../../market/open-day/open-day.ts";
import type { GatewaySocket } from "../connections/socket-path.ts";
import type { FanoutDeps } from "./fanout-deps.ts";
import { Membership } from "./membership.ts";

const MAX_BACKLOG_BYTES = 64 * 1024;
/** More than a portfolio holds. */
const MAX_SECURITIES = 1200;

export class PriceFanout {
  readonly #deps: FanoutDeps;
  readonly #namespace: string;
  readonly #names: DayIndex;
  readonly #membership: Membership<GatewaySocket>;
  /** The followed names of each room; undefined when somebody came or left since. */
  #byRoom: Map<RoomName, string[]> | undefined;
  /** The last price sent under a name, scaled: all of its followers have it, but those that are owed one. */
  readonly #last = new Map<string, number>();
  /** Names whose price a slow reader was not sent. */
  readonly #owed = new Map<GatewaySocket, Set<string>>();

  constructor(namespace: string, names: DayIndex, deps: FanoutDeps) {
    this.#deps = deps;
    this.#namespace = namespace;
    this.#names = names;
    this.#membership = new Membership<GatewaySocket>({
      resolve: (name) => (names.find(name) === undefined ? undefined : name),
      metrics: deps.metrics,
      most: MAX_SECURITIES,
      takesLists: true,
      member: (socket, name) => {
        this.#byRoom = undefined;
        this.#greet(socket, name);
        return socket;
      },
      left: () => {
        this.#byRoom = undefined;
      },
    });
  }

  add(socket: GatewaySocket): void {
    this.#membership.add(socket);
    socket.on("securityid", (ids: unknown, ack: unknown) => {
      if (typeof ack === "function") ack(this.#membership.spend(socket) ? this.#namesOf(ids) : []);
    });
  }

  /** Some rows of a room may have new prices, those now or those of a minute: what is followed and differs is sent. */
  send(room: LiveRoom, kind: "tick" | "minute"): void {
    const names = this.#namesIn(room.day.room);
    if (names.length === 0) return;
    const prices = pricesOf(room, kind === "minute");
    for (const name of names) {
      const place = this.#names.find(name);
      if (place === undefined || place.room !== room) continue;
      const price = prices[place.row] ?? ABSENT;
      if (price === ABSENT || price === this.#last.get(name)) continue;
      this.#last.set(name, price);
      const { path } = this.#deps;
      const packet = path.prepare(this.#namespace, name, price / room.day.priceScale);
      for (const socket of this.#membership.members(name)?.values() ?? []) {
        if (socket.data.line.backlog <= MAX_BACKLOG_BYTES) socket.data.line.write(packet);
        else this.#owe(socket, name);
      }
    }
  }

  /** Slow readers that read again are sent the prices that they were not. */
  sweep(): void {
    for (const [socket, names] of this.#owed) {
      if (socket.connected && socket.data.line.backlog > MAX_BACKLOG_BYTES) continue;
      this.#owed.delete(socket);
      for (const name of names) if (this.#membership.find(socket, name)) this.#greet(socket, name);
    }
  }

  /** The rooms of the instruments that are followed. */
  rooms(): Iterable<RoomName> {
    return this.#followed().keys();
  }

  clear(): void {
    this.#membership.clear();
    this.#byRoom = undefined;
    this.#last.clear();
    this.#owed.clear();
  }

  /** Latest wins: the price of then is what it gets, once. */
  #owe(socket: GatewaySocket, name: string): void {
    const owed = this.#owed.get(socket);
    if (owed) owed.add(name);
    else this.#owed.set(socket, new Set([name]));
  }

  #namesIn(room: RoomName): readonly string[] {
    return this.#followed().get(room) ?? [];
  }

  #followed(): ReadonlyMap<RoomName, string[]> {
    if (this.#byRoom !== undefined) return this.#byRoom;
    const byRoom = new Map<RoomName, string[]>();
    for (const name of this.#membership.names) {
      const room = this.#names.find(name)?.room.day.room;
      if (room === undefined) continue;
      const names = byRoom.get(room);
      if (names === undefined) byRoom.set(room, [name]);
      else names.push(name);
    }
    this.#byRoom = byRoom;
    return byRoom;
  }

  /** The names under which securities are joined, without those that the day does not have. */
  #namesOf(ids: unknown): string[] {
    if (!Array.isArray(ids)) return [];
    const names = ids.slice(0, MAX_SECURITIES).map((id) => this.#names.nameOf(Number(id)));
    return names.filter((name) => name !== undefined);
  }

  #greet(socket: GatewaySocket, name: string): void {
    const place = this.#names.find(name);
    if (place === undefined) return;
    // Whoever came and went would have ticks.
    const price = pricesOf(place.room, socket.data.identity.plan === "1min")[place.row] ?? ABSENT;
    // This one does not have what the others were sent last: whatever comes next is sent, though it be that again.
    if (price !== this.#last.get(name)) this.#last.delete(name);
    if (price === ABSENT) return;
    const { path } = this.#deps;
    socket.data.line.write(path.prepare(this.#namespace, name, price / place.room.day.priceScale));
  }
}

/** Scaled, by row. */
const pricesOf = (room: LiveRoom, isByMinute: boolean): ArrayLike<number> =>
  isByMinute ? room.closedPrices : room.day.live.columns[LTP];
