/** Who has joined what, within one namespace of one path. Names are checked, counted, and paid for from the budget. */
import type { Refusal } from "#contract/wire/socket-events.ts";
import type { MarketMetrics } from "../../market/market-metrics.ts";
import type { GatewaySocket } from "../connections/socket-path.ts";
import { spend } from "../connections/spending.ts";

/** More than the widest workspace joins. */
const MAX_JOINED = 128;
const MAX_NAME = 80;

export interface MembershipDeps<Member> {
  /** The name as its events write it; undefined when there is no such room. */
  readonly resolve: (name: string) => string | undefined;
  /** Names a socket may have joined; the widest workspace's rooms unless told. */
  readonly most?: number;
  /** Whether a message may name many at once. Of a list, names that there are not are passed over. */
  readonly takesLists?: boolean;
  readonly member: (socket: GatewaySocket, name: string) => Member;
  readonly joined?: (member: Member) => void;
  readonly left?: (member: Member) => void;
  readonly metrics: MarketMetrics;
}

interface Listeners {
  joinRoom(this: GatewaySocket, name: unknown, ack: unknown): void;
  leaveRoom(this: GatewaySocket, name: unknown): void;
  disconnect(this: GatewaySocket): void;
}

export class Membership<Member> {
  readonly #deps: MembershipDeps<Member>;
  readonly #byName = new Map<string, Map<GatewaySocket, Member>>();
  readonly #bySocket = new Map<GatewaySocket, Set<string>>();

  readonly #listeners: Listeners;

  constructor(deps: MembershipDeps<Member>) {
    this.#deps = deps;
    this.#listeners = this.#createListeners();
  }

  /** Lets a socket join and leave from now on. */
  add(socket: GatewaySocket): void {
    const { joinRoom, leaveRoom, disconnect } = this.#listeners;
    socket.on("joinRoom", joinRoom);
    socket.on("leaveRoom", leaveRoom);
    socket.on("disconnect", disconnect);
  }

  /** The same for all sockets: functions of their own would be a fifth of a kilobyte of an idle one. */
  #createListeners(): Listeners {
    const membership = this;
    return {
      joinRoom(name, ack) {
        membership.#asked(this, name, ack);
      },
      leaveRoom(name) {
        if (!membership.spend(this)) return;
        for (const one of membership.#namesOf(name)) {
          const known = membership.#resolve(one);
          if (known !== undefined) membership.#leave(this, known);
        }
      },
      disconnect() {
        for (const name of membership.#bySocket.get(this) ?? []) membership.#leave(this, name);
        membership.#bySocket.delete(this);
      },
    };
  }

  /** Takes one event from the socket's budget. */
  spend(socket: GatewaySocket): boolean {
    return spend(socket, this.#deps.metrics);
  }

  members(name: string): ReadonlyMap<GatewaySocket, Member> | undefined {
    return this.#byName.get(name);
  }

  find(socket: GatewaySocket, name: unknown): Member | undefined {
    return typeof name === "string" ? this.#byName.get(name)?.get(socket) : undefined;
  }

  get names(): Iterable<string> {
    return this.#byName.keys();
  }

  *all(): Iterable<Member> {
    for (const members of this.#byName.values()) yield* members.values();
  }

  /** Forgets every room, not the sockets: a day has begun, and they are told to join again. */
  clear(): void {
    for (const member of this.all()) {
      this.#deps.metrics.joined.dec();
      this.#deps.left?.(member);
    }
    this.#byName.clear();
    for (const names of this.#bySocket.values()) names.clear();
  }

  #asked(socket: GatewaySocket, name: unknown, ack: unknown): void {
    const refusal = this.spend(socket) ? this.#joinAll(socket, name) : "rate limit";
    if (refusal) this.#deps.metrics.refusals.inc({ why: refusal });
    if (typeof ack !== "function") return;
    if (refusal) ack(refusal);
    else ack();
  }

  #joinAll(socket: GatewaySocket, asked: unknown): Refusal | undefined {
    const names = this.#namesOf(asked);
    const refusals = names.map((name) => this.#join(socket, name));
    return names.length === 1 ? refusals[0] : refusals.find((one) => one !== undefined && one !== "unknown room");
  }

  #namesOf(asked: unknown): readonly unknown[] {
    return this.#deps.takesLists === true && Array.isArray(asked) ? asked : [asked];
  }

  #resolve(name: unknown): string | undefined {
    return typeof name === "string" && name.length <= MAX_NAME ? this.#deps.resolve(name) : undefined;
  }

  #join(socket: GatewaySocket, name: unknown): Refusal | undefined {
    const known = this.#resolve(name);
    if (known === undefined) return "unknown room";
    let joined = this.#bySocket.get(socket);
    if (joined === undefined) {
      joined = new Set();
      this.#bySocket.set(socket, joined);
    }
    if (joined.size >= (this.#deps.most ?? MAX_JOINED) && !joined.has(known)) return "too many rooms";
    // Joining again is how a client rejoins: it starts from the beginning.
    if (joined.has(known)) this.#leave(socket, known);
    joined.add(known);
    let members = this.#byName.get(known);
    if (members === undefined) {
      members = new Map();
      this.#byName.set(known, members);
    }
    const member = this.#deps.member(socket, known);
    members.set(socket, member);
    this.#deps.metrics.joined.inc();
    this.#deps.joined?.(member);
    return undefined;
  }

  #leave(socket: GatewaySocket, name: string): void {
    this.#bySocket.get(socket)?.delete(name);
    const members = this.#byName.get(name);
    const member = members?.get(socket);
    if (members === undefined || member === undefined) return;
    members.delete(socket);
    if (members.size === 0) this.#byName.delete(name);
    this.#deps.metrics.joined.dec();
    this.#deps.left?.(member);
  }
}
