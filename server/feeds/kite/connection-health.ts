/** What connections that are down mean for the feed: all of them down, the source is; some of them, their rooms are. */
import type { RoomName } from "#contract/domain/instruments.ts";
import type { FeedSink } from "../../market/feed.ts";

export class ConnectionHealth {
  /** Of each connection. */
  readonly #rooms: readonly ReadonlySet<RoomName>[];
  readonly #reasons: (string | undefined)[];
  readonly #told = new Map<RoomName, string>();
  #wholeTold: string | undefined;

  /** Every connection is down until it says otherwise. */
  constructor(rooms: readonly ReadonlySet<RoomName>[]) {
    this.#rooms = rooms;
    this.#reasons = rooms.map(() => "connecting");
  }

  /** @param reason why the connection is down; undefined when it is up. */
  set(connection: number, reason: string | undefined): void {
    this.#reasons[connection] = reason;
  }

  tell(sink: FeedSink): void {
    const areAllDown = this.#reasons.every((reason) => reason !== undefined);
    const whole = areAllDown ? `Kite ticker: ${[...new Set(this.#reasons)].join("; ")}` : undefined;
    if (whole !== this.#wholeTold) sink.health(whole);
    this.#wholeTold = whole;
    for (const [reason, rooms] of this.#news(areAllDown)) sink.health(reason, rooms);
  }

  /** Rooms by what has become of them. */
  #news(areAllDown: boolean): Map<string | undefined, Set<RoomName>> {
    const news = new Map<string | undefined, Set<RoomName>>();
    for (const room of new Set(this.#rooms.flatMap((rooms) => [...rooms]))) {
      const index = this.#rooms.findIndex((rooms, at) => rooms.has(room) && this.#reasons[at] !== undefined);
      const reason =
        index < 0 || areAllDown
          ? undefined
          : `Kite connection ${index + 1} of ${this.#rooms.length}: ${this.#reasons[index]}`;
      if (reason === this.#told.get(room)) continue;
      if (reason === undefined) this.#told.delete(room);
      else this.#told.set(room, reason);
      news.set(reason, (news.get(reason) ?? new Set()).add(room));
    }
    return news;
  }
}
