/**
 * Which rooms any edge follows, as the feed knows it: an edge that asks for a room's state follows it for a lease, and
 * as long as Redis counts a subscriber of its frames the lease is renewed. An edge that died is forgotten by itself.
 */
import type { RoomName } from "#contract/domain/instruments.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { WallClock } from "../platform/clocks.ts";
import { framesChannel } from "./bus-messages.ts";

const LEASE_MS = 6000;
const RENEW_MS = 2000;

export class Interest {
  readonly #clock: WallClock;
  /** Monotonic ms until which a room is followed. */
  readonly #until = new Map<RoomName, number>();
  readonly #stop: () => void;

  constructor(bus: Bus, clock: WallClock, rooms: () => Iterable<RoomName>) {
    this.#clock = clock;
    const renew = (): void => {
      const names = [...rooms()];
      bus.listeners(names.map(framesChannel)).then(
        (counts) => {
          names.forEach((name, i) => {
            if ((counts[i] ?? 0) > 0) this.note(name);
          });
          this.#forget();
        },
        // Redis is away, and so are the edges; they ask again when it is back.
        () => undefined,
      );
    };
    renew();
    this.#stop = clock.every(RENEW_MS, renew);
  }

  /** An edge follows the room. */
  note(room: RoomName): void {
    this.#until.set(room, this.#clock.monotonic() + LEASE_MS);
  }

  has(room: RoomName): boolean {
    const until = this.#until.get(room);
    return until !== undefined && until > this.#clock.monotonic();
  }

  get size(): number {
    return this.#until.size;
  }

  stop(): void {
    this.#stop();
  }

  #forget(): void {
    const now = this.#clock.monotonic();
    for (const [room, until] of this.#until) if (until <= now) this.#until.delete(room);
  }
}
