/** Where publications go: the socket gateway, or the bus to the edges. Each call is made once a room, whoever listens. */
import type { ExchangeTime } from "#contract/domain/clock.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { FeedTrouble, LiveIndex, OpenInterestMessage } from "#contract/wire/socket-events.ts";
import type { LiveRoom, OpenDay } from "../open-day/open-day.ts";
import type { TickMap } from "./ticks-json.ts";

/** Who of an outlet wants a room: frames are for our client, JSON for stock clients. */
export interface Audience {
  readonly frames: boolean;
  readonly json: boolean;
}

export interface Outlet {
  tickAudience(room: RoomName): Audience;
  minuteAudience(room: RoomName): Audience;
  /** Rooms with an instrument whose price somebody follows by its own name. */
  pricedRooms(): Iterable<RoomName>;
  /** `seq` is the room's number after `frame`. */
  tick(room: RoomName, frame: Uint8Array | undefined, seq: number, changed: TickMap | undefined): void;
  /** Appended contracts, or previous figures that became known: for the listeners of ticks and of minutes. */
  dictionary(room: RoomName, frame: Uint8Array, seq: number): void;
  minute(room: RoomName, frame: Uint8Array | undefined, seq: number, message: OpenInterestMessage | undefined): void;
  /** A room may have new last prices; the outlet knows who follows which. */
  prices(room: LiveRoom, kind: "tick" | "minute"): void;
  /** The room's state is here, or here again: whoever reads its ticks starts over from a snapshot. */
  restarted(room: RoomName): void;
  /**
   * At an edge: minutes that were told may be others now. Of these rooms, every reader has to fetch the day again. Without
   * rooms another feed took over: who reads frames of ticks finds out by their epoch, and everybody else has to.
   */
  revised?(rooms?: readonly RoomName[]): void;
  index(values: LiveIndex): void;
  clock(time: ExchangeTime): void;
  /** Everything that is wrong with the feed now, on change. */
  feed(troubles: readonly FeedTrouble[]): void;
  /** A day was opened: rooms are to be joined again. */
  opened(day: OpenDay): void;
}
