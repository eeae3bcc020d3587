/** A seeded market of 640 rooms and 55,000 contracts whose minutes pass through the server's own book and journal. */
import { Registry } from "prom-client";
import type { ExchangeTime } from "#contract/domain/clock.ts";
import {
  ALL_FIELDS,
  ASK,
  ASK_QTY,
  BID,
  BID_QTY,
  createLiveColumns,
  FIELD_COUNT,
  isPriceField,
  LTP,
  OI,
  type RoomDay,
  VOL,
  VWAP,
} from "#contract/domain/columns.ts";
import { CE, createTokenTable, PE } from "#contract/domain/instruments.ts";
import { isoDate, minute, priceScale } from "#contract/domain/units.ts";
import { JournalRecorder } from "../../server/market/journal/journal-recorder.ts";
import { createMarketMetrics } from "../../server/market/market-metrics.ts";
import { openMinutes } from "../../server/market/minutes/pack-room.ts";
import { MarketBook } from "../../server/market/open-day/book.ts";
import { silentLog } from "../../server/platform/log.ts";
import { createManualClock } from "../../server/testing/manual-clock.ts";
import { createMemoryArchive } from "../../server/testing/market/memory-archive.ts";
import { createRandom, type Random } from "../synthetic/random.ts";

const ROOMS = 640;
const ROWS = 86;
export const CONTRACTS = ROOMS * ROWS;
const LOT = 75;
const TICK = 5;
const OPEN = 555;
const DATE = isoDate("2026-08-14");
/** Contracts that are quoted again every second, each at its own tenth of it. */
const BUSY_SHARE = 0.1;
/** Contracts that are quoted once in a minute, at any second of it; the others are not. */
const QUIET_SHARE = 0.3;
const POLL_MS = 100;
const POLLS = 1000 / POLL_MS;
/** The last seconds of a minute pass poll by poll, those before them at once. */
const WATCHED_SECONDS = 8;

function createRoom(index: number, random: Random): RoomDay {
  const tokens = createTokenTable(ROWS);
  const live = createLiveColumns(ROWS);
  for (let line = 0; line < ROWS; line++) {
    tokens.token[line] = index * 256 + line;
    tokens.type[line] = line % 2 === 0 ? CE : PE;
    tokens.strike[line] = (line >> 1) * 1_000;
    tokens.lotSize[line] = LOT;
    for (let field = 0; field < FIELD_COUNT; field++)
      live.columns[field][line] = Math.ceil(random.next() * 10_000) * (isPriceField(field) ? TICK : LOT);
  }
  tokens.length = ROWS;
  const contracts = { symbol: `S${index}`, priceScale: priceScale(100), tokens };
  return {
    ...contracts,
    room: `S${index}-8/25/2026`,
    exchange: "NSE",
    expiry: isoDate("2026-08-25"),
    date: DATE,
    source: "sim",
    open: minute(OPEN),
    cadence: 1,
    live,
    minutes: openMinutes(contracts, 386, ALL_FIELDS),
  };
}

/** Trades, a new quote, the open interest now and then. */
function quote({ live: { columns: at } }: RoomDay, line: number, random: Random): void {
  const step = Math.round(random.normal() * 6) * TICK;
  at[LTP][line] = Math.max(TICK, at[LTP][line] + step);
  at[VWAP][line] = Math.max(1, at[VWAP][line] + Math.round(random.normal() * 5));
  at[VOL][line] += LOT * Math.ceil(random.next() * 200);
  if (random.next() < 0.3) at[OI][line] = Math.max(0, at[OI][line] + LOT * Math.round(random.normal() * 30));
  at[BID][line] = Math.max(TICK, at[BID][line] + step);
  at[ASK][line] = Math.max(TICK, at[ASK][line] + step);
  at[BID_QTY][line] = LOT * Math.ceil(random.next() * 60);
  at[ASK_QTY][line] = LOT * Math.ceil(random.next() * 60);
}

/** What the end of a minute took. */
export interface Closing {
  /** From the passing of the minute until it is published, in ms: closed, appended, durable. */
  readonly published: number;
  /** Until the event loop was free again, in ms. */
  readonly blocked: number;
  /** The append alone, in ms: encoded, written, durable. */
  readonly append: number;
  /** Bytes of the minute in the journal. */
  readonly bytes: number;
}

export class OpenMarket {
  readonly #random = createRandom(20_260_814);
  readonly #rooms = Array.from({ length: ROOMS }, (_, index) => createRoom(index, this.#random));
  readonly #clock = createManualClock();
  readonly #metrics = createMarketMetrics(new Registry());
  readonly #changed = new Uint16Array(ROWS);
  #at = OPEN + 0.001;
  #recorder: JournalRecorder | undefined;
  #book: MarketBook | undefined;

  /** Opens the day, with its journal in `folder`. */
  async open(folder: string): Promise<void> {
    const archive = createMemoryArchive();
    const [clock, metrics] = [this.#clock, this.#metrics];
    const deps = { folder, archive, origin: "bench", clock, log: silentLog, metrics, source: "sim" as const };
    this.#recorder = await JournalRecorder.start(deps);
    const time = (): ExchangeTime => ({ source: "sim", date: DATE, minute: this.#at, rate: 1, wall: 0 });
    const feed = { time, backfill: () => false };
    this.#book = new MarketBook({ feed, clock: this.#clock, recorder: this.#recorder });
    this.#book.open({ date: DATE, source: "sim", symbols: [], rooms: this.#rooms });
    await this.#recorder.ready();
  }

  /** A minute passes. Its last seconds are polled, as the server does. */
  async pass(): Promise<Closing> {
    const begun = Math.floor(this.#at);
    const first = (60 - WATCHED_SECONDS) * POLLS;
    this.#change(0, POLLS, (QUIET_SHARE * first) / (60 * POLLS));
    for (let poll = first; poll < 60 * POLLS; poll++) {
      this.#at = begun + poll / (60 * POLLS);
      this.#change(poll % POLLS, 1, QUIET_SHARE / (60 * POLLS));
      this.#clock.advance(POLL_MS);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return this.#close(begun);
  }

  async stop(): Promise<void> {
    this.#book?.stop();
    await this.#recorder?.stop();
  }

  /** New quotes of the busy contracts whose turn is one of `turns` from `turn` on, and of a share of the others. */
  #change(turn: number, turns: number, share: number): void {
    for (const room of this.#rooms) {
      let count = 0;
      for (let line = 0; line < ROWS; line++) {
        const token = room.tokens.token[line];
        const isBusy = (token * 37) % 100 < BUSY_SHARE * 100;
        const isTold = isBusy ? (token - turn + POLLS) % POLLS < turns : this.#random.next() < share;
        if (!isTold) continue;
        quote(room, line, this.#random);
        this.#changed[count++] = line;
      }
      if (count > 0) this.#book?.changed(room.room, this.#changed, count);
    }
  }

  async #close(begun: number): Promise<Closing> {
    const before = await this.#appended();
    this.#at = begun + 1.005;
    const started = performance.now();
    this.#clock.advance(POLL_MS);
    const free = new Promise<number>((resolve) => setImmediate(() => resolve(performance.now() - started)));
    await this.#book?.settled();
    const published = performance.now() - started;
    const after = await this.#appended();
    return { published, blocked: await free, append: after.ms - before.ms, bytes: after.bytes - before.bytes };
  }

  async #appended(): Promise<{ readonly ms: number; readonly bytes: number }> {
    const { values } = await this.#metrics.journalSeconds.get();
    const sum = values.find(({ metricName }) => metricName?.endsWith("_sum"))?.value ?? 0;
    const bytes = (await this.#metrics.journalBytes.get()).values[0]?.value ?? 0;
    return { ms: sum * 1000, bytes };
  }
}
