/**
 * What every source of market data looks like to the server: simulated, recorded, or a broker's ticker.
 *
 * A feed lists the day's rooms, writes ticks straight into the live columns of the rooms it listed, and says which
 * rows changed. It owns the exchange clock of what it feeds. It knows nothing of minutes, journals or sockets: the
 * market book closes minutes, keeps them and publishes.
 */
import type { ExchangeTime } from "#contract/domain/clock.ts";
import type { RoomDay, Source } from "#contract/domain/columns.ts";
import type { Exchange, RoomName } from "#contract/domain/instruments.ts";
import type { Ticks } from "#contract/domain/reference/ticks.ts";
import type { IsoDate, Minute, Slot } from "#contract/domain/units.ts";

/** Facts of an underlying on a day, as `init` reports them. */
export interface SymbolFacts {
  readonly symbol: string;
  readonly exchange: Exchange;
  /** Lot of the nearest expiry, units. */
  readonly lotSize: number;
  /** Step of the strikes near the money, rupees. */
  readonly strikeStep: number;
  /** Freeze quantity, units per order. */
  readonly freezeQty: number;
  /** Steps of prices where they are not the default of the underlying. */
  readonly ticks?: Ticks | undefined;
  /** Option expiries, nearest first. Each has a room. */
  readonly expiries: readonly IsoDate[];
  readonly futureExpiries: readonly IsoDate[];
  /** Previous close of the spot, rupees; undefined where the source has none. */
  readonly prevClose: number | undefined;
  /** Daily standard deviation of the underlying, a fraction; undefined where unknown. */
  readonly sd: number | undefined;
}

/**
 * A day as the feed opens it. The room-days belong to the book from then on; the feed writes their live columns only.
 * Minutes of the day's past that it knows already may be filled.
 */
export interface TradingDay {
  readonly date: IsoDate;
  readonly source: Source;
  readonly symbols: readonly SymbolFacts[];
  /** A feed may list rooms whose figures are to be made yet: without minutes and live columns. See {@link Feed.make}. */
  readonly rooms: readonly RoomDay[];
  /** A day that was kept before and stands as it ended (no session today): nothing of it is to be kept again. */
  readonly isKept?: boolean;
}

export interface FeedSink {
  /**
   * A room of the day that is opened next, told once it stands as it will be opened. What is kept beside it is laid out now:
   * for all rooms of a market at once that would hold the event loop.
   */
  expect?(room: RoomDay): void;
  /** A new exchange day begins, at the start or after a roll-over: whatever day was open is finished. */
  open(day: TradingDay): void;
  /** Resolves when every minute closed so far is published: of a day that was finished meanwhile none is any more. */
  settled?(): Promise<void>;
  /** Resolves when the opened day is written, or could not be: a feed's long work of which nobody waits begins then. */
  written?(): Promise<void>;
  /**
   * The first `count` of `rows` of this room have new live columns. `rows` is the feed's and reused at once.
   * @param stamps when the exchange says each row was so, epoch seconds by position in `rows`; 0 where it does not say.
   */
  changed(room: RoomName, rows: Uint16Array, count: number, stamps?: Float64Array): void;
  /** Contracts were appended to the room's token table and columns. */
  extended(room: RoomName): void;
  /** Previous figures of contracts became known that were not, or were others: they stand in the room's token table. */
  learned(room: RoomName): void;
  /**
   * A room that the day was opened without is made: its room-day has previous figures, live columns, and every minute that
   * is over. @param left how many rooms of the day are still to be made
   */
  made(room: RoomName, left: number): void;
  /** The exchange clock jumped, changed its rate or stopped. */
  clockChanged(time: ExchangeTime): void;
  /**
   * The source, or these rooms of it only, went down (why) or came back (undefined). Minutes meanwhile are partial; those
   * in which a room that is down says nothing at all stay holes.
   */
  health(down: string | undefined, rooms?: ReadonlySet<RoomName>): void;
}

/** What rooms lack or have from elsewhere, in words; of the whole market without `rooms`. */
export interface Coverage {
  readonly words: string;
  readonly rooms?: readonly RoomName[];
}

/** Where the journal of an unfinished day ends: a feed that can, resumes there. */
export interface ResumePoint {
  readonly date: IsoDate;
  /** The last journalled minute of the IST day. */
  readonly minute: Minute;
  /** What the journal knows of that day. A feed may read it while it starts, and changes nothing in it. */
  readonly day?: TradingDay;
}

export interface Feed {
  readonly source: Source;
  /** Opens a day through the sink before it resolves. @throws FeedError with one clear line when it cannot. */
  start(sink: FeedSink, resume?: ResumePoint): Promise<void>;
  /** The exchange clock now. */
  time(): ExchangeTime;
  /**
   * Fills the minute columns and states of [from, to] of a room it opened, where the feed can tell the past.
   * @returns false where it cannot: those minutes stay holes.
   */
  backfill(day: RoomDay, from: Slot, to: Slot): boolean;
  /** Makes a room at once that is listed only, and says so to the sink; nothing for any other. Somebody asks for it. */
  make?(room: RoomName): void;
  /**
   * Whether the source has this minute of a room. One that samples every few minutes lacks those between: the live
   * columns keep its last figures meanwhile, and the minute stays a hole. Left out: it has every minute that it is up.
   */
  hasMinute?(room: RoomName, at: Minute): boolean;
  /** What the open day lacks, or has from elsewhere, though the feed is up. */
  coverage?(): readonly Coverage[];
  /** What the operator should know of a feed that is up: what it leaves out, what is amiss in part of it. */
  remarks?(): readonly string[];
  stop(): Promise<void>;
}

export class FeedError extends Error {
  override readonly name = "FeedError";
}
