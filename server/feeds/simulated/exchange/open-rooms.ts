/** Makes the rooms of a day that is opened in the middle: each has run from its open, alone or with threads that help. */
import type { RoomDay } from "#contract/domain/columns.ts";
import { type RoomName, roomName, type Underlying } from "#contract/domain/instruments.ts";
import type { TradingDay } from "../../../market/feed.ts";
import { isOtherSimulation } from "../../../market/open-day/earlier-minutes.ts";
import { type DayPair, dayPair, type FastForwardSpec, type RoomSoFar, roomAfter, roomAt } from "./fast-forward.ts";
import { FastForwardThreads } from "./fast-forward-threads.ts";
import { ListedRooms } from "./listed-rooms.ts";
import type { RoomListing } from "./listing.ts";
import { LiveRoom } from "./live-room.ts";
import type { MarketDay } from "./market-day.ts";
import { resumedRoom, standOf } from "./resumed-rooms.ts";
import { symbolFacts } from "./room-days.ts";
import { futuresAtOpen, spotsAtOpen } from "./room-open.ts";

/** Underlyings below which a thread would come too late to be of help. */
const WORTH_THREADS = 6;
/** Stocks from which on their option rooms are made after the day is open: those of fewer are soon made. */
const MANY_STOCKS = 12;
/** A stock's contract costs this part of another's, whose day before has to be run. */
const OF_STOCK = 0.1;

export interface MakeRooms {
  readonly threads: number;
  /** What the journal knows of the day: rooms stand where it ends, and those that it does not know are run. */
  readonly known?: TradingDay | undefined;
  /** Lets others on this thread have their turn. */
  pause(): Promise<void>;
  /** The rooms are no longer wanted. */
  isStopped(): boolean;
}

export interface MadeRooms extends DayPair {
  /** Every room-day of the day: option rooms by underlying, nearest expiry first, then the futures and the spots. */
  readonly all: readonly RoomDay[];
  /** The rooms that are made; incomplete where it was stopped. */
  readonly rooms: LiveRoom[];
  /** Those that are to be made while the day is open. */
  readonly listed: ListedRooms;
  /** Makes them one after another, on threads where there are some. @param take is handed each */
  makeRest(rest: RestOfRooms): Promise<void>;
}

export interface RestOfRooms {
  /** Makes a room on this thread. */
  here(name: RoomName): void;
  /** Takes what a thread ran. */
  take(name: RoomName, run: RoomSoFar): void;
}

export async function makeRooms(spec: FastForwardSpec, helped: MakeRooms): Promise<MadeRooms> {
  const { symbols, second } = spec;
  const { known } = helped;
  const isWorthThreads = !known && (symbols === undefined || symbols.length >= WORTH_THREADS);
  // They make their days while this one makes its own.
  const threads = new FastForwardThreads(isWorthThreads ? helped.threads : 0, spec);
  try {
    const days = dayPair(spec);
    const { day, before } = days;
    const isKnown = known && !isOtherSimulation(known, { source: "sim", symbols: symbolFacts(day, before) });
    const later = new Set(roomsForLater(day));
    const listed = new ListedRooms(days, nearestFirst(day, later), isKnown ? known : undefined, second);
    const rooms = new Map<RoomName, LiveRoom>();
    const keep = (name: RoomName, room: LiveRoom | undefined): void => {
      if (room) rooms.set(name, room);
    };
    for (const room of isKnown ? known.rooms : []) {
      if (helped.isStopped()) break;
      if (later.has(room.room)) continue;
      const stand = standOf(room, second);
      keep(room.room, stand && resumedRoom(day, room.room, stand));
      await helped.pause();
    }
    const isLeft = ({ name }: { readonly name: RoomName }): boolean => !rooms.has(name) && !later.has(name);
    const left = heaviestFirst(day).filter((name) => isLeft({ name }));
    const work = {
      ...helped,
      here: (name: RoomName) => keep(name, roomAt(days, name, second)),
      take: (name: RoomName, run: RoomSoFar) => keep(name, roomAfter(day, name, run)),
    };
    await threads.run(left, work, async () => {
      for (const listing of day.futures.filter(isLeft)) {
        if (helped.isStopped()) return;
        keep(listing.name, LiveRoom.at(futuresAtOpen(day, before, listing), second));
        await helped.pause();
      }
      for (const listing of day.spots.filter(isLeft))
        keep(listing.name, LiveRoom.at(spotsAtOpen(day, before, listing), second));
    });
    const names = [...day.rooms, ...[...day.futures, ...day.spots].map(({ name }) => name)];
    return {
      ...days,
      all: names.flatMap((name) => rooms.get(name)?.day ?? listed.dayOf(name) ?? []),
      rooms: names.flatMap((name) => rooms.get(name) ?? []),
      listed,
      async makeRest(rest) {
        try {
          await helped.pause();
          const isWanted = (name: RoomName): boolean => listed.dayOf(name) !== undefined;
          await threads.run([...listed.names], { ...helped, ...rest, isWanted });
        } finally {
          await threads.stop();
        }
      },
    };
  } catch (error) {
    await threads.stop();
    throw error;
  }
}

/** The option rooms of stocks, where there are many. */
function roomsForLater({ listings, underlyings }: MarketDay): RoomName[] {
  if (underlyings.filter(({ facts }) => facts.stock).length < MANY_STOCKS) return [];
  return listings
    .filter(({ facts }) => facts.stock)
    .map(({ underlying, expiry }) => roomName(underlying.symbol, expiry));
}

/** The nearest expiry of everybody, then the next one: what most look at, and each stock's spot, is there first. */
function nearestFirst({ listings }: MarketDay, wanted: ReadonlySet<RoomName>): RoomName[] {
  return [...listings]
    .sort((a, b) => a.rank - b.rank)
    .map(({ underlying, expiry }) => roomName(underlying.symbol, expiry))
    .filter((name) => wanted.has(name));
}

/** Rooms of one underlying are neighbours, so that few threads make its path. */
function heaviestFirst({ listings }: MarketDay): RoomName[] {
  const weights = new Map<Underlying, number>();
  for (const { underlying, strikes, facts } of listings) {
    const weight = strikes.length * (facts.stock ? OF_STOCK : 1);
    weights.set(underlying, (weights.get(underlying) ?? 0) + weight);
  }
  const weight = ({ underlying }: RoomListing) => weights.get(underlying) ?? 0;
  return [...listings]
    .sort((a, b) => weight(b) - weight(a))
    .map(({ underlying, expiry }) => roomName(underlying.symbol, expiry));
}
