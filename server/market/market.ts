/**
 * The market of this server: feed, book, journal, archive and publisher put together.
 *
 *     const market = await createMarket({ feed, archive, clock, log, registry, journalFolder, ... });
 *     market.book.day                  // the open day's rooms, with live and minute columns
 *     market.attach(outlet)            // frames and JSON as they are published
 *     await market.stop();
 */
import type { Registry } from "prom-client";
import { type ExchangeTime, extrapolateMinute } from "#contract/domain/clock.ts";
import { type IsoDate, minute } from "#contract/domain/units.ts";
import type { WallClock } from "../platform/clocks.ts";
import type { Fence } from "../platform/data-folder/fence.ts";
import type { Log } from "../platform/log.ts";
import { oneLine, StartError } from "../platform/start-error.ts";
import type { Archive } from "./archive/archive.ts";
import { openRoom, type SourceRoom } from "./day-json/day-source.ts";
import { RoomBlobs } from "./day-json/room-blobs.ts";
import type { Feed } from "./feed.ts";
import { JournalRecorder } from "./journal/journal-recorder.ts";
import { createMarketMetrics, type MarketMetrics } from "./market-metrics.ts";
import type { MarketView } from "./market-view.ts";
import { MarketBook } from "./open-day/book.ts";
import { type DayRecorder, noRecorder } from "./open-day/day-recorder.ts";
import { feedTroubles } from "./open-day/feed-troubles.ts";
import { spots } from "./open-day/spots.ts";
import { Publisher, TURNS } from "./publish/publisher.ts";
import { equitySlotTimes } from "./publish/slot-labels.ts";
import { findRoom } from "./room-names.ts";
import { createScanner } from "./scan/scanner.ts";

export interface MarketDeps {
  /** Where figures come from. */
  readonly feed: Feed;
  readonly archive: Archive;
  /** Folder of the journals. */
  readonly journalFolder: string;
  /** Called at the start and after a day was archived, with the exchange's date: old days may go. */
  readonly afterArchiving?: (today: IsoDate) => Promise<void>;
  /** Whether the feed's days are to be journalled and archived: not those of a recorded day. */
  readonly keeps: boolean;
  /** Where the feed's days come from, in the words of the archive's manifests. */
  readonly origin: string;
  readonly clock: WallClock;
  readonly log: Log;
  readonly registry: Registry;
  /** Milliseconds between two tick frames of a room; 500 unless told. */
  readonly tickMs?: number;
  /** Of the leader's tenure, where several processes could lead (../roles/); else seconds of the wall clock. */
  readonly term?: number;
  /** Where several processes could have the journal's folder. */
  readonly fence?: Fence;
  /** Is told in a few words what opening the market is about now. */
  readonly doing?: (words: string) => void;
}

export interface Market extends MarketView {
  readonly book: MarketBook;
  readonly publisher: Publisher;
}

const TICK_MS = 500;

/** Resolves when a day is open, backfilled and durable. @throws StartError in one line where that cannot be. */
export async function createMarket(deps: MarketDeps): Promise<Market> {
  const { feed, clock, log, doing = () => undefined } = deps;
  doing("reading the journal");
  const metrics = createMarketMetrics(deps.registry);
  const recorder = deps.keeps ? await startRecorder(deps, metrics) : undefined;
  const dayRecorder: DayRecorder = recorder ?? noRecorder;
  const pulseMs = (deps.tickMs ?? TICK_MS) / TURNS;
  const book = new MarketBook({ feed, clock, recorder: dayRecorder, pulseMs });
  const time = (): ExchangeTime => feed.time();
  const term = deps.term ?? Math.floor(clock.now() / 1000);
  const publisher = new Publisher({ book, time, clock, metrics, term });
  try {
    doing(recorder?.resume ? "going on from the journal" : "opening the day");
    await feed.start(book, recorder?.resume);
    doing("writing the journal");
    await recorder?.ready();
  } catch (error) {
    publisher.stop();
    book.stop();
    await feed.stop().catch(() => undefined);
    throw error instanceof StartError ? error : new StartError(`The market feed did not start: ${oneLine(error)}`);
  }
  log.info({ date: book.day?.date, source: book.day?.source, rooms: book.day?.rooms.size ?? 0 }, "market open");
  const blobs = new RoomBlobs();
  const resolveRoom = (name: string): string | undefined => findRoom(book.day?.rooms, name);
  const room = (name: string): SourceRoom | undefined => {
    const { day } = book;
    const resolved = resolveRoom(name) ?? "";
    day?.make(resolved);
    const found = day?.rooms.get(resolved)?.day;
    return day && found && openRoom(found, day.symbols, minute(extrapolateMinute(time(), 0)));
  };
  const scan = createScanner({
    rooms: () => book.day && Array.from(book.day.rooms.values(), (one) => one.day),
    spots: (isByMinute) => (book.day ? spots(book.day, isByMinute) : {}),
    futures: () =>
      Object.fromEntries(book.day?.symbols.map(({ symbol, futureExpiries }) => [symbol, futureExpiries]) ?? []),
    time,
    closedMinute: () => book.closedMinute,
  });
  return {
    book,
    publisher,
    get day() {
      return book.day;
    },
    metrics,
    time,
    slotTimes: () => equitySlotTimes(feed.time().date),
    resolveRoom,
    index: () => publisher.index(),
    troubles: () => feedTroubles(book),
    state: (name) => publisher.state(name),
    liveTicks: (name) => publisher.liveTicks(name),
    attach: (outlet) => publisher.attach(outlet),
    facts() {
      const { day } = book;
      return day && { date: day.date, symbols: day.symbols, spots: (isByMinute) => spots(day, isByMinute) };
    },
    room: async (name) => room(name),
    async blob(name) {
      const found = room(name);
      return found && blobs.of(found);
    },
    scan,
    probes: [
      {
        name: "feed",
        check: () => ({
          ok: book.day !== undefined && book.down === undefined,
          detail: [book.down ?? "up", ...(feed.remarks?.() ?? [])].join("; "),
        }),
      },
      {
        name: "journal",
        check: () => ({
          ok: recorder?.fault === undefined,
          detail: [recorder?.fault ?? "durable", recorder?.damage].filter((words) => words !== undefined).join("; "),
        }),
      },
    ],
    async stop() {
      await feed.stop();
      publisher.stop();
      book.stop();
      await book.settled();
      await recorder?.stop();
    },
  };
}

function startRecorder(deps: MarketDeps, metrics: MarketMetrics): Promise<JournalRecorder> {
  const { feed, archive, journalFolder: folder, origin, clock, log, afterArchiving, fence } = deps;
  const { source } = feed;
  return JournalRecorder.start({ folder, archive, origin, clock, log, metrics, source, afterArchiving, fence });
}
