/**
 * The rooms whose frames an edge takes: subscribed to when somebody here first wants them, and left half a minute after
 * the last. Subscribing comes before asking for the state, so no frame falls between the two.
 */
import type { RoomName } from "#contract/domain/instruments.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { WallClock } from "../platform/clocks.ts";
import { type ClosedMessage, closedChannel, framesChannel, type StateAnswer, unpackMessage } from "./bus-messages.ts";
import type { FeedAsker } from "./feed-asker.ts";
import type { RolesMetrics } from "./roles-metrics.ts";
import type { RoomMirror } from "./room-mirror.ts";

export interface FollowedRoomsDeps {
  readonly bus: Bus;
  readonly asker: FeedAsker;
  readonly clock: WallClock;
  readonly metrics: RolesMetrics;
  /** Of the leader that is believed, and of the frames of the day that is mirrored. */
  readonly leader: () => { readonly term: number; readonly epoch: number };
  /** A frame to pass on as it is. */
  readonly heard: (mirror: RoomMirror, kind: "ticks" | "dictionary" | "minute", frame: Uint8Array) => void;
  /** The prices of the last closed minute are here. */
  readonly closed: (mirror: RoomMirror) => void;
  /** The room's state is here, or frames before it were missed. */
  readonly restarted: (mirror: RoomMirror) => void;
}

interface Followed {
  readonly mirror: RoomMirror;
  /** Monotonic ms. */
  wantedAt: number;
  isSubscribed: boolean;
  isOver: boolean;
  /** Number of the last question about its state; the answers to earlier ones are not listened to. */
  asked: number;
  isAsking: boolean;
  unsubscribe: (() => void) | undefined;
}

/** A reader who reloads his page is back before the room is left. */
const LINGER_MS = 30_000;
const RETRY_MS = 100;

export class FollowedRooms {
  readonly #deps: FollowedRoomsDeps;
  readonly #rooms = new Map<RoomName, Followed>();

  constructor(deps: FollowedRoomsDeps) {
    this.#deps = deps;
  }

  has(room: RoomName): boolean {
    return this.#rooms.has(room);
  }

  get size(): number {
    return this.#rooms.size;
  }

  /** Somebody follows the room now. */
  want(mirror: RoomMirror): void {
    const { clock, bus } = this.#deps;
    const name = mirror.day.room;
    const known = this.#rooms.get(name);
    if (known !== undefined) {
      known.wantedAt = clock.monotonic();
      return;
    }
    const followed: Followed = {
      mirror,
      wantedAt: clock.monotonic(),
      isSubscribed: false,
      isOver: false,
      asked: 0,
      isAsking: false,
      unsubscribe: undefined,
    };
    this.#rooms.set(name, followed);
    Promise.all([
      bus.subscribe(framesChannel(name), (frame) => this.#read(followed, frame)),
      bus.subscribe(closedChannel(name), (bytes) => this.#close(followed, bytes)),
    ]).then((stops) => {
      followed.unsubscribe = () => {
        for (const stop of stops) stop();
      };
      if (followed.isOver) followed.unsubscribe();
      else {
        followed.isSubscribed = true;
        this.#ask(followed, "join");
      }
    });
  }

  /** Takes every room's state again; whoever follows one is told only if something was missed. */
  refresh(why: string): void {
    for (const followed of this.#rooms.values()) if (followed.isSubscribed) this.#ask(followed, why);
  }

  /** Leaves what nobody has wanted for a while. */
  leaveUnwanted(): void {
    const before = this.#deps.clock.monotonic() - LINGER_MS;
    for (const [name, followed] of this.#rooms) {
      if (followed.wantedAt >= before) continue;
      this.#rooms.delete(name);
      leave(followed);
    }
  }

  /** Leaves everything: another day. */
  clear(): void {
    for (const followed of this.#rooms.values()) leave(followed);
    this.#rooms.clear();
  }

  #read(followed: Followed, frame: Uint8Array): void {
    const { leader, heard, metrics } = this.#deps;
    const { mirror } = followed;
    const fate = mirror.read(frame, leader().epoch);
    metrics.heard[fate].inc();
    metrics.heardBytes.inc(frame.length);
    if (fate === "gap") {
      if (!followed.isAsking) this.#ask(followed, "gap");
    } else if (fate !== "dropped") heard(mirror, fate, frame);
  }

  #close({ mirror }: Followed, bytes: Uint8Array): void {
    const { leader, closed } = this.#deps;
    const message = unpackMessage<ClosedMessage>(bytes);
    if (message?.closed === undefined || message.epoch !== leader().epoch) return;
    mirror.closedPrices = message.closed;
    closed(mirror);
  }

  #ask(followed: Followed, why: string): void {
    const { asker, clock, closed, leader, metrics, restarted } = this.#deps;
    const { mirror } = followed;
    const number = ++followed.asked;
    followed.isAsking = true;
    metrics.resyncs.inc({ why });
    asker.ask({ what: "state", room: mirror.day.room }, (reply) => {
      if (followed.isOver || followed.asked !== number) return;
      followed.isAsking = false;
      const { term, epoch } = leader();
      const answer = reply?.answer as StateAnswer | null | undefined;
      const outcome = reply?.term === term && answer ? mirror.load(answer, epoch) : "misfit";
      if (outcome === "moved") restarted(mirror);
      else if (outcome === "same") closed(mirror);
      if (outcome !== "misfit") return;
      clock.after(RETRY_MS, () => {
        if (!followed.isOver && followed.asked === number) this.#ask(followed, why);
      });
    });
  }
}

function leave(followed: Followed): void {
  followed.isOver = true;
  followed.unsubscribe?.();
  followed.mirror.forget();
}
