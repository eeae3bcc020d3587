/** Makes the rooms of a day that is opened in the middle: each has run from its open, alone or with threads that help. */
import { type RoomName, roomName, type Underlying } from "#contract/domain/instruments.ts";
import type { TradingDay } from "../../../market/feed.ts";
import { isOtherSimulation } from "../../../market/open-day/earlier-minutes.ts";
import { type DayPair, dayPair, type FastForwardSpec, type RoomSoFar, roomAfter, roomAt } from "./fast-forward.ts";
import { FastForwardThreads } from "./fast-forward-threads.ts";
import type { RoomListing } from "./listing.ts";
import { LiveRoom } from "./live-room.ts";
import type { MarketDay } from "./market-day.ts";
import { resumedRoom } from "./resumed-rooms.ts";
import { symbolFacts } from "./room-days.ts";
import { futuresAtOpen } from "./room-open.ts";

/** Underlyings below which a thread would come too late to be of help. */
const WORTH_THREADS = 6;
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
  /** Option rooms by underlying, nearest expiry first, then the futures; incomplete where it was stopped. */
  readonly rooms: LiveRoom[];
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
    const rooms = new Map<RoomName, LiveRoom>();
    const keep = (name: RoomName, room: LiveRoom | undefined): void => {
      if (room) rooms.set(name, room);
    };
    if (known && !isOtherSimulation(known, { source: "sim", symbols: symbolFacts(day, before) })) {
      for (const room of known.rooms) {
        if (helped.isStopped()) break;
        keep(room.room, resumedRoom(day, room.room, room, second));
        await helped.pause();
      }
    }
    const isLeft = ({ name }: { readonly name: RoomName }): boolean => !rooms.has(name);
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
    });
    const names = [...day.rooms, ...day.futures.map(({ name }) => name)];
    return { ...days, rooms: names.flatMap((name) => rooms.get(name) ?? []) };
  } finally {
    await threads.stop();
  }
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
