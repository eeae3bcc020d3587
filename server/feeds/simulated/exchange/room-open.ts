/** A room as it begins a day: its contracts with the figures of the day before, made for this room alone. */
import type { RoomName } from "#contract/domain/instruments.ts";
import { ABSENT } from "#contract/domain/units.ts";
import type { Yesterday } from "../../../market/made-past.ts";
import type { FuturesListing } from "../futures/futures-room.ts";
import type { RoomRun } from "../options/room-run.ts";
import type { SpotListing } from "../underlyings/spot-room.ts";
import type { MarketDay } from "./market-day.ts";
import {
  applyEndings,
  closingsOf,
  type Ending,
  endingsOf,
  futureModelsOf,
  futuresRoomOf,
  lastPrints,
  optionRoom,
  spotRoomOf,
} from "./room-days.ts";
import type { RunnableRoom } from "./run.ts";

/**
 * Of open interest alone, the other figures are not made: they need every trade of that day, and what is traded and
 * published today does not depend on them. Contracts of a room end the day before in the same room, but for a future that
 * this room did not print then.
 */
function endingsFor(
  day: MarketDay,
  before: MarketDay,
  name: RoomName,
  yesterday: Yesterday,
): ReadonlyMap<number, Ending> {
  const endings = yesterday === "whole" ? endingsOf : closingsOf;
  const model = before.model(name);
  const listing = day.model(name)?.listing;
  const own = new Map(model ? endings(model) : []);
  if (!listing || model?.listing.future === listing.future) return own;
  const future = before.futureModel(listing.underlying.symbol, listing.future);
  return future ? new Map([...endings(future), ...own]) : own;
}

/** An option room; undefined when the day does not list it. */
export function optionsAtOpen(
  day: MarketDay,
  before: MarketDay,
  name: RoomName,
  yesterday: Yesterday = "whole",
): RunnableRoom<RoomRun> | undefined {
  const model = day.model(name);
  if (!model) return undefined;
  applyEndings(model, endingsFor(day, before, name, yesterday));
  return optionRoom(model);
}

export function futuresAtOpen(
  day: MarketDay,
  before: MarketDay,
  listing: FuturesListing,
  yesterday: Yesterday = "whole",
): RunnableRoom {
  const endings = yesterday === "whole" ? endingsOf : closingsOf;
  return futuresRoomOf(listing, [...futureModelsOf(day, listing)], (today) => {
    const model = before.futureModel(today.listing.underlying.symbol, today.listing.future);
    return model && endings(model);
  });
}

export function spotsAtOpen(day: MarketDay, before: MarketDay, listing: SpotListing): RunnableRoom {
  const prints = lastPrints(before);
  return spotRoomOf(day, listing, (symbol) => prints.get(symbol) ?? ABSENT);
}

/** Undefined when the day does not list it. */
export function roomAtOpen(
  day: MarketDay,
  before: MarketDay,
  name: RoomName,
  yesterday: Yesterday,
): RunnableRoom | undefined {
  const spots = day.spots.find((listing) => listing.name === name);
  if (spots) return spotsAtOpen(day, before, spots);
  const futures = day.futures.find((listing) => listing.name === name);
  return futures ? futuresAtOpen(day, before, futures, yesterday) : optionsAtOpen(day, before, name, yesterday);
}
