/** The open day as everybody but the book sees it. */
import type { RoomDay, Source } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { SymbolFacts } from "../feed.ts";

/** A room of the open day as sockets see it: its contracts and their last ticks. An edge has no minutes. */
export interface LiveRoom {
  readonly day: Pick<RoomDay, "room" | "symbol" | "expiry" | "priceScale" | "tokens" | "live">;
  /** Last prices at the last closed minute by row, scaled; empty where they are not known. To be read before returning. */
  readonly closedPrices: ArrayLike<number>;
}

/** The day that is open. */
export interface OpenDay {
  readonly date: IsoDate;
  readonly source: Source;
  readonly symbols: readonly SymbolFacts[];
  readonly rooms: ReadonlyMap<RoomName, LiveRoom>;
  /** Has a room's figures made where they are not yet; without it there are no such rooms. */
  make?(room: RoomName): void;
}
