/** A past that is made when it is asked for, instead of read from the archive: what a feed that can do so shows to others. */
import type { RoomDay } from "#contract/domain/columns.ts";
import type { Exchange, RoomName } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { DayAggregates } from "./aggregates/day-aggregates.ts";
import type { SymbolFacts } from "./feed.ts";

/** Which past. Plain values: another thread may open the same. */
export interface PastChoice {
  readonly seed: number;
  /** What is listed; undefined for all. */
  readonly symbols: readonly string[] | undefined;
}

export interface MadePast {
  /** What is traded on `date`, from the calendar alone. @throws FeedError when the exchange is closed */
  underlyings(date: IsoDate): readonly { readonly symbol: string; readonly exchange: Exchange }[];
  /** @throws FeedError when the exchange is closed on `date` */
  day(date: IsoDate): MadeDay;
  /** How the last days up to and with that one closed, oldest first. */
  closes(upTo: IsoDate): readonly DayAggregates[];
}

export type OpenPast = (choice: PastChoice) => MadePast;

/** How much of the day before a room is told: closes, volumes and open interest, or open interest alone. */
export type Yesterday = "whole" | "interest";

export interface MadeDay {
  readonly date: IsoDate;
  readonly symbols: readonly SymbolFacts[];
  readonly rooms: readonly RoomName[];
  /** Spot at the close in rupees, by symbol; currency has none. */
  readonly spots: Readonly<Record<string, number>>;
  /**
   * A finished room: every minute filled, the live columns at the close. Tens of milliseconds of work, hundreds near its
   * expiry; nothing is kept. Undefined when the day does not list it.
   */
  room(name: RoomName, yesterday?: Yesterday): RoomDay | undefined;
}
