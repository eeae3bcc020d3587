/**
 * No feed: the newest day that is journalled or archived stands as it ended, and so does the clock. What it serves
 * after a crash can only have come from the journal.
 */
import type { ExchangeTime } from "#contract/domain/clock.ts";
import { lastFilledSlot, type RoomDay, type Source } from "#contract/domain/columns.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { Archive, DayManifest } from "../../market/archive/archive.ts";
import { loadRoomDay } from "../../market/archive/blob-codec.ts";
import type { Feed, FeedSink, TradingDay } from "../../market/feed.ts";
import { findJournals } from "../../market/journal/journal.ts";
import { packRoom } from "../../market/minutes/pack-room.ts";
import { standAtLastMinute } from "../../market/open-day/last-minute.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Log } from "../../platform/log.ts";
import { StartError } from "../../platform/start-error.ts";

export interface StandingFeedDeps {
  readonly archive: Archive;
  readonly journalFolder: string;
  readonly clock: WallClock;
  readonly log: Log;
  /** Only days of a real market: simulated ones are passed over. */
  readonly isReal?: boolean;
}

/** @throws StartError when neither journal nor archive has a day. */
export async function createStandingFeed(deps: StandingFeedDeps): Promise<Feed> {
  const day = await newestDay(deps);
  for (const room of day.rooms) standAtLastMinute(room);
  const time: ExchangeTime = {
    source: "none",
    date: day.date,
    minute: Math.max(...day.rooms.map((room) => room.open + Math.max(lastFilledSlot(room.minutes), 0))),
    rate: 0,
    wall: deps.clock.now(),
  };
  return {
    source: day.source,
    async start(sink: FeedSink) {
      sink.open(day);
    },
    time: () => ({ ...time, wall: deps.clock.now() }),
    backfill: () => false,
    stop: () => Promise.resolve(),
  };
}

async function newestDay({ archive, journalFolder, log, isReal = false }: StandingFeedDeps): Promise<TradingDay> {
  const isWanted = ({ source }: { readonly source: Source }): boolean => !isReal || source !== "sim";
  const journalled = newest(
    (await findJournals(journalFolder, (line) => log.warn({}, line))).map((found) => found.day).filter(isWanted),
  );
  const archived = newest((await archive.days()).filter(isWanted));
  if (journalled && (archived === undefined || journalled.date >= archived.date)) return journalled;
  if (archived) return load(archive, archived);
  throw new StartError(
    "FEED=none has nothing to serve: no day is journalled or archived yet (import one, or run another feed first)",
  );
}

/** The latest date; of two sources on it, the real one. */
function newest<Day extends { readonly date: IsoDate; readonly source: Source }>(
  days: readonly Day[],
): Day | undefined {
  let found: Day | undefined;
  for (const day of days) {
    if (found === undefined || day.date > found.date || (day.date === found.date && found.source === "sim"))
      found = day;
  }
  return found;
}

async function load(archive: Archive, { source, date, symbols, rooms }: DayManifest): Promise<TradingDay> {
  const loaded: RoomDay[] = [];
  for (const { room } of rooms) {
    const blob = await archive.read({ source, date, room });
    const day = blob && (await loadRoomDay(blob));
    if (day === undefined) continue;
    packRoom(day);
    loaded.push(day);
  }
  return { source, date, symbols, rooms: loaded };
}
