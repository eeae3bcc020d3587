/** `/optionLiveSocket` of one path: tick frames (or JSON maps) of joined rooms, and what slow readers get instead. */
import type { RoomName } from "#contract/domain/instruments.ts";
import { OPTION_LIVE } from "#contract/wire/socket-events.ts";
import type { RoomState } from "../../market/publish/room-channel.ts";
import type { TickMap } from "../../market/publish/ticks-json.ts";
import type { Line, Packet } from "../connections/line.ts";
import type { GatewaySocket } from "../connections/socket-path.ts";
import { currentTurn } from "../connections/turn.ts";
import type { FanoutDeps } from "./fanout-deps.ts";
import { Membership } from "./membership.ts";
import { MAX_BACKLOG_BYTES, TickMember, TickReader } from "./tick-member.ts";

type Reader = TickReader<Line>;
type Member = TickMember<Line>;

/** A client that asks for snapshots more often than this is answered once, late. */
const RESYNC_MS = 200;

export class TickFanout {
  readonly #deps: FanoutDeps;
  readonly #membership: Membership<Member>;
  readonly #readers = new Map<GatewaySocket, Reader>();
  readonly #packets = new WeakMap<RoomState, readonly Packet[]>();
  /** The same for all sockets. */
  readonly #disconnected: (this: GatewaySocket) => void;
  readonly #resyncAsked: (this: GatewaySocket, name: unknown) => void;
  readonly #nextResync = new WeakMap<Member, number>();
  #mark: { readonly turn: number; readonly packet: Packet } | undefined;

  constructor(deps: FanoutDeps) {
    this.#deps = deps;
    this.#membership = new Membership<Member>({
      resolve: deps.resolveRoom,
      metrics: deps.metrics,
      member: (socket, name) => new TickMember(this.#readerOf(socket), name),
      joined: (member) => this.#restart(member, "join"),
      left: (member) => member.reader.forget(member),
    });
    const fanout = this;
    this.#disconnected = function () {
      if (deps.isBinary) this.data.line.onAcknowledged(undefined);
      fanout.#readers.delete(this);
    };
    this.#resyncAsked = function (name) {
      const member = fanout.#membership.find(this, name);
      if (fanout.#membership.spend(this) && member !== undefined) fanout.#resync(this, member);
    };
  }

  add(socket: GatewaySocket): void {
    this.#membership.add(socket);
    socket.on("disconnect", this.#disconnected);
    if (!this.#deps.isBinary) return;
    // Of one that has joined nothing, an acknowledgement is an event like any other.
    socket.data.line.onAcknowledged(() => void this.#membership.spend(socket));
    socket.on("resync", this.#resyncAsked);
  }

  hasMembers(room: RoomName): boolean {
    return this.#membership.members(room) !== undefined;
  }

  get laggingCount(): number {
    let count = 0;
    for (const member of this.#membership.all()) if (member.lagging) count++;
    return count;
  }

  /** Hot (bench question: fanout): one frame to every reader that keeps up. */
  frame(room: RoomName, frame: Uint8Array): void {
    const members = this.#membership.members(room);
    if (members === undefined) return;
    const packet = this.#deps.path.prepare(OPTION_LIVE, room, frame);
    const now = this.#deps.clock.monotonic();
    const turn = currentTurn();
    let delivered = 0;
    for (const member of members.values()) {
      const { reader } = member;
      const line = reader.peer;
      if (member.mayWrite(line)) {
        line.write(packet);
        if (member.wrote(turn) && reader.asks(turn, now)) line.writeQuestion(this.#markOf(turn));
        delivered++;
      } else if (!reader.owes(member.sent) && reader.asks(turn, now)) line.writeQuestion(this.#markOf(turn));
    }
    this.#deps.metrics.delivered.inc({ kind: "tick" }, delivered);
  }

  /** The changed ticks to every stock reader that keeps up. Stock clients acknowledge nothing: only bytes tell. */
  map(room: RoomName, changed: TickMap): void {
    const members = this.#membership.members(room);
    if (members === undefined) return;
    const packet = this.#deps.path.prepare(OPTION_LIVE, room, changed);
    for (const member of members.values()) {
      const line = member.reader.peer;
      const { backlog } = line;
      if (member.lagging && backlog === 0) {
        this.#restart(member, "caught up");
        member.lagging = false;
      } else if (!member.lagging) {
        member.lagging = backlog > MAX_BACKLOG_BYTES;
        if (!member.lagging) line.write(packet);
      }
    }
  }

  /** Readers that have not answered for a minute are gone: what they missed they refetch when they are back. */
  sweep(): void {
    const now = this.#deps.clock.monotonic();
    for (const [socket] of [...this.#readers].filter(([, reader]) => reader.isGone(now))) {
      this.#deps.metrics.cutOff.inc({ why: "silent" });
      socket.disconnect(true);
    }
  }

  /** The room's state is here (again): every reader of it starts over. */
  restarted(room: RoomName): void {
    for (const member of this.#membership.members(room)?.values() ?? []) this.#restart(member, "feed");
  }

  clear(): void {
    this.#membership.clear();
  }

  #readerOf(socket: GatewaySocket): Reader {
    let reader = this.#readers.get(socket);
    if (reader === undefined) {
      reader = new TickReader(socket.data.line, this.#readers.size % 2 === 1);
      this.#readers.set(socket, reader);
      this.#listen(socket, reader);
    }
    return reader;
  }

  /** Answers cost nothing, since each was asked for; what nobody asked for is taken from the budget. */
  #listen(socket: GatewaySocket, reader: Reader): void {
    if (!this.#deps.isBinary) return;
    reader.peer.onAcknowledged((turn) => {
      const caughtUp = reader.acknowledge(turn);
      if (caughtUp === undefined) this.#membership.spend(socket);
      else for (const member of caughtUp) this.#restart(member, "caught up");
    });
  }

  /** What asks a reader to acknowledge the message that it is in. */
  #markOf(turn: number): Packet {
    if (this.#mark?.turn !== turn) this.#mark = { turn, packet: this.#deps.path.prepare(OPTION_LIVE, "turn", turn) };
    return this.#mark.packet;
  }

  #resync(socket: GatewaySocket, member: Member): void {
    const { clock } = this.#deps;
    const now = clock.monotonic();
    const due = this.#nextResync.get(member) ?? 0;
    if (now >= due) {
      this.#nextResync.set(member, now + RESYNC_MS);
      this.#restart(member, "resync");
    } else if (due - now <= RESYNC_MS) {
      // One later answer stands for every question until then.
      this.#nextResync.set(member, due + RESYNC_MS);
      clock.after(due - now, () => {
        if (this.#membership.find(socket, member.name) === member) this.#restart(member, "resync");
      });
    }
  }

  /** One current snapshot; deltas follow on it. */
  #restart(member: Member, why: string): void {
    const { path, market, metrics } = this.#deps;
    const line = member.reader.peer;
    metrics.snapshots.inc({ why });
    if (!this.#deps.isBinary) {
      const ticks = market.liveTicks(member.name);
      if (ticks) line.write(path.prepare(OPTION_LIVE, member.name, ticks));
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
    for (const packet of packets) line.write(packet);
    member.restart();
  }
}
