/** `/optionLiveSocket` of one path: tick frames (or JSON maps) of joined rooms, and what slow readers get instead. */
import type { RoomName } from "#contract/domain/instruments.ts";
import { OPTION_LIVE } from "#contract/wire/socket-events.ts";
import type { RoomState } from "../market/publish/room-channel.ts";
import type { TickMap } from "../market/publish/ticks-json.ts";
import type { AckListener } from "./ack-packet.ts";
import type { FanoutDeps } from "./fanout-deps.ts";
import type { PreparedPacket } from "./line.ts";
import { Membership } from "./membership.ts";
import { sharedListener } from "./shared-listener.ts";
import type { GatewaySocket } from "./socket-path.ts";
import { MAX_BACKLOG_BYTES, TickMember } from "./tick-member.ts";

type Member = TickMember<GatewaySocket>;

/** A client that asks for snapshots more often than this is answered once, late. */
const RESYNC_MS = 200;

export class TickFanout implements AckListener<GatewaySocket> {
  readonly #deps: FanoutDeps;
  readonly #membership: Membership<Member>;
  readonly #packets = new WeakMap<RoomState, readonly PreparedPacket[]>();
  readonly #nextResync = new WeakMap<Member, number>();
  readonly #ack = sharedListener((socket: GatewaySocket, ...pairs: unknown[]) => {
    if (!this.take(socket)) return;
    for (let i = 0; i + 1 < pairs.length; i += 2) this.acknowledged(socket, pairs[i], pairs[i + 1]);
  });
  readonly #resyncAsked = sharedListener((socket: GatewaySocket, name: unknown) => {
    const member = this.#membership.find(socket, name);
    if (this.take(socket) && member !== undefined) this.#resync(member);
  });

  constructor(deps: FanoutDeps) {
    this.#deps = deps;
    this.#membership = new Membership<Member>({
      resolve: deps.resolveRoom,
      metrics: deps.metrics,
      member: (socket, name) => new TickMember(socket, name, 0),
      joined: (member) => this.#restart(member, "join"),
    });
  }

  add(socket: GatewaySocket): void {
    this.#membership.add(socket);
    if (!this.#deps.isBinary) return;
    socket.on("ack", this.#ack);
    socket.on("resync", this.#resyncAsked);
    this.#deps.path.hearAcks(socket, this);
  }

  take(socket: GatewaySocket): boolean {
    return this.#membership.spend(socket);
  }

  acknowledged(socket: GatewaySocket, name: unknown, seq: unknown): void {
    const member = this.#membership.find(socket, name);
    if (member === undefined || !Number.isSafeInteger(seq)) return;
    if (member.acknowledge(Number(seq))) this.#restart(member, "caught up");
  }

  hasMembers(room: RoomName): boolean {
    return this.#membership.members(room) !== undefined;
  }

  get laggingCount(): number {
    let count = 0;
    for (const member of this.#membership.all()) if (member.lagging) count++;
    return count;
  }

  /** Hot (bench question: fanout): one numbered frame to every reader that keeps up. */
  frame(room: RoomName, frame: Uint8Array, seq: number): void {
    const members = this.#membership.members(room);
    if (members === undefined) return;
    const packet = this.#deps.path.prepare(OPTION_LIVE, room, frame);
    const now = this.#now();
    let delivered = 0;
    for (const member of members.values()) {
      const { line } = member.peer.data;
      if (!member.mayWrite(now, line)) continue;
      line.write(packet);
      member.wrote(seq, now);
      delivered++;
    }
    this.#deps.metrics.delivered.inc({ kind: "tick" }, delivered);
  }

  /** The changed ticks to every stock reader that keeps up. Stock clients acknowledge nothing: only bytes tell. */
  map(room: RoomName, changed: TickMap): void {
    const members = this.#membership.members(room);
    if (members === undefined) return;
    const packet = this.#deps.path.prepare(OPTION_LIVE, room, changed);
    for (const member of members.values()) {
      const backlog = member.peer.data.line.backlog;
      if (member.lagging && backlog === 0) {
        this.#restart(member, "caught up");
        member.lagging = false;
      } else if (!member.lagging) {
        member.lagging = backlog > MAX_BACKLOG_BYTES;
        if (!member.lagging) member.peer.data.line.write(packet);
      }
    }
  }

  /** Readers that have said nothing for a minute are gone: what they missed they refetch when they are back. */
  sweep(): void {
    const now = this.#now();
    for (const member of this.#membership.all()) {
      if (!this.#deps.isBinary || !member.isGone(now)) continue;
      this.#deps.metrics.cutOff.inc({ why: "silent" });
      member.peer.disconnect(true);
    }
  }

  /** The room's state is here (again): every reader of it starts over. */
  restarted(room: RoomName): void {
    for (const member of this.#membership.members(room)?.values() ?? []) this.#restart(member, "feed");
  }

  clear(): void {
    this.#membership.clear();
  }

  #now(): number {
    return this.#deps.clock.monotonic();
  }

  #resync(member: Member): void {
    const now = this.#now();
    const due = this.#nextResync.get(member) ?? 0;
    if (now >= due) {
      this.#nextResync.set(member, now + RESYNC_MS);
      this.#restart(member, "resync");
    } else if (due - now <= RESYNC_MS) {
      // One later answer stands for every question until then.
      this.#nextResync.set(member, due + RESYNC_MS);
      this.#deps.clock.after(due - now, () => {
        if (this.#membership.find(member.peer, member.name) === member) this.#restart(member, "resync");
      });
    }
  }

  /** One current snapshot; deltas follow on it. */
  #restart(member: Member, why: string): void {
    const { path, market, metrics } = this.#deps;
    metrics.snapshots.inc({ why });
    if (!this.#deps.isBinary) {
      const ticks = market.liveTicks(member.name);
      if (ticks) member.peer.data.line.write(path.prepare(OPTION_LIVE, member.name, ticks));
      return;
    }
    const state = market.state(member.name);
    if (state === undefined) return;
    let packets = this.#packets.get(state);
    if (packets === undefined) {
      const frames = state.dictionary === undefined ? [state.snapshot] : [state.dictionary, state.snapshot];
      packets = frames.map((frame) => path.prepare(OPTION_LIVE, member.name, frame));
      this.#packets.set(state, packets);
    }
    for (const packet of packets) member.peer.data.line.write(packet);
    member.restart(state.seq);
  }
}
