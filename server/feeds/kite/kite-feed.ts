/**
 * The Kite ticker as a feed: on a day with a session it reads the day's instruments, subscribes to as many as Kite
 * allows, and writes what comes into the day's columns. The exchange clock is the wall clock, IST.
 *
 * A day opens at 08:45 and stays open until the next one does. At night and on holidays a server that starts serves the
 * newest day that was kept. The past is not asked for: what was missed stays a hole.
 */
import type { Registry } from "prom-client";
import type { ExchangeTime } from "#contract/domain/clock.ts";
import { istDate, istMinute } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { Archive } from "../../market/archive/archive.ts";
import type { DailyFigures } from "../../market/daily/daily-figures.ts";
import { type Coverage, type Feed, FeedError, type FeedSink } from "../../market/feed.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Log } from "../../platform/log.ts";
import { oneLine, StartError } from "../../platform/start-error.ts";
import { createStandingFeed } from "../standing/standing-feed.ts";
import { readInstruments } from "./instruments.ts";
import { createKiteMetrics, type KiteMetrics } from "./kite-metrics.ts";
import { LiveDay } from "./live-day.ts";
import { fillPrevious } from "./previous-day.ts";
import { listRooms } from "./rooms.ts";
import { hasSession, nextSession, sessionDay } from "./session-day.ts";
import { leftOutWords, planSubscriptions } from "./subscription-plan.ts";
import { symbolFacts } from "./symbol-facts.ts";
import { Ticker } from "./ticker.ts";

export interface KiteOptions {
  readonly apiKey: string;
  readonly accessToken: string;
  /** 'wss://ws.kite.trade' */
  readonly tickerUrl: string;
  /** URL or path of the list of instruments. */
  readonly instruments: string;
  /** Stocks whose chains come before other stocks'. */
  readonly stocks: readonly string[];
  readonly archive: Archive;
  /** Imported end-of-day figures: what the archive lacks of the day before. */
  readonly daily: DailyFigures;
  /** Folder of the journals, for the day that stands on holidays. */
  readonly journalFolder: string;
  readonly clock: WallClock;
  readonly log: Log;
  readonly registry: Registry;
  /** 0 to 1, for the jitter of retries. */
  readonly random: () => number;
}

const POLL_MS = 1000;
/** Kite answers a subscription with a tick of each instrument: the day opens with previous closes, or after this long. */
const GATHER_MS = 3000;
/** After a day that could not be opened. */
const RETRY_MS = 60_000;
/** The last moment of a day, where the clock stands until the next one opens. */
const END_OF_DAY = 24 * 60 - 1 / 60_000;

export function createKiteFeed(options: KiteOptions): Feed {
  return new KiteFeed(options);
}

class KiteFeed implements Feed {
  readonly source = "kite" as const;
  readonly #options: KiteOptions;
  readonly #metrics: KiteMetrics;
  #sink: FeedSink | undefined;
  #day: LiveDay | undefined;
  #ticker: Ticker | undefined;
  /** The kept day that is served while there is no session. */
  #standing: Feed | undefined;
  #remarks: readonly string[] = [];
  /** Of the open day. */
  #coverage: readonly Coverage[] = [];
  #isOpening = false;
  /** The day was opened before its list of instruments was out. */
  #isEarly = false;
  #whileGathering: () => void = () => undefined;
  #retryAt = 0;
  #isClockStanding = false;
  #cancelPoll: () => void = () => undefined;

  constructor(options: KiteOptions) {
    this.#options = options;
    this.#metrics = createKiteMetrics(options.registry);
  }

  async start(sink: FeedSink): Promise<void> {
    const { clock } = this.#options;
    this.#sink = sink;
    const today = sessionDay(clock.now());
    if (today !== undefined) await this.#openDay(today);
    else await this.#stand();
    if (this.#sink) this.#cancelPoll = clock.every(POLL_MS, () => this.#poll());
  }

  time(): ExchangeTime {
    const { clock } = this.#options;
    const [now, date] = [clock.now(), this.#day?.date];
    if (date === undefined) {
      if (this.#standing === undefined) throw new FeedError("the Kite feed has not opened a day yet");
      return this.#standing.time();
    }
    const isOver = istDate(now) > date;
    return {
      source: "kite",
      date,
      minute: isOver ? END_OF_DAY : Math.min(istMinute(now), END_OF_DAY),
      rate: isOver ? 0 : 1,
      wall: now,
    };
  }

  /** Kite's history is not asked for: what was missed stays a hole. */
  backfill(): boolean {
    return false;
  }

  coverage(): readonly Coverage[] {
    return this.#day === undefined ? [] : this.#coverage;
  }

  remarks(): readonly string[] {
    return this.#remarks;
  }

  stop(): Promise<void> {
    this.#cancelPoll();
    this.#ticker?.stop();
    this.#sink = undefined;
    return Promise.resolve();
  }

  #poll(): void {
    const { clock, log } = this.#options;
    const today = sessionDay(clock.now());
    this.#tellNight();
    const isOpen = today === this.#day?.date && !this.#isEarly;
    if (today === undefined || isOpen || this.#isOpening || clock.monotonic() < this.#retryAt) return;
    this.#isOpening = true;
    this.#openDay(today)
      .catch((error: unknown) => {
        this.#retryAt = clock.monotonic() + RETRY_MS;
        log.error({ date: today, fault: oneLine(error) }, "kite: the day did not open, trying again in a minute");
        this.#sink?.health(`the day of ${today} did not open: ${oneLine(error)}`);
      })
      .finally(() => {
        this.#isOpening = false;
      });
  }

  /** At midnight the clock stops, which nobody could know before. */
  #tellNight(): void {
    const isStanding = this.time().rate === 0;
    if (isStanding && !this.#isClockStanding) this.#sink?.clockChanged(this.time());
    this.#isClockStanding = isStanding;
  }

  /** Serves the newest kept day of a real market; today, before its hour, where none is kept. @throws FeedError */
  async #stand(): Promise<void> {
    const { clock, archive, journalFolder, log } = this.#options;
    const today = istDate(clock.now());
    const coming = hasSession(today) ? today : nextSession(today);
    try {
      this.#standing = await createStandingFeed({ archive, journalFolder, clock, log, isReal: true });
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      if (hasSession(today)) return await this.#openDay(today);
      throw new FeedError(`${today} has no session, and no day is kept that could be shown: the next is ${coming}`);
    }
    const { date } = this.#standing.time();
    const words = `no session now: ${date} is shown, ${coming} opens at 08:45`;
    this.#remarks = [words];
    log.info({ shown: date, coming }, `kite: ${words}`);
    const sink = this.#sink;
    await this.#standing.start({ ...NO_SINK, open: (day) => sink?.open({ ...day, isKept: true }) });
  }

  async #openDay(date: IsoDate): Promise<void> {
    const { apiKey, accessToken, tickerUrl, stocks, archive, daily, clock, log, random } = this.#options;
    const headers = { authorization: `token ${apiKey}:${accessToken}`, "X-Kite-Version": "3" };
    const list = await readInstruments(this.#options.instruments, headers);
    const listing = listRooms(list, date);
    const plan = planSubscriptions(listing, stocks);
    if (plan.rooms.length === 0) throw new FeedError(`Kite lists nothing that trades on ${date}`);
    const day = new LiveDay(plan.rooms, date);
    const { futureExpiries } = listing;
    const previous = await fillPrevious(day.rooms, { archive, daily, futureExpiries }, (fault) =>
      log.warn({ fault }, "kite: the day before cannot be read"),
    );
    if (this.#sink === undefined) return;
    this.#ticker?.stop();
    const query = new URLSearchParams({ api_key: apiKey, access_token: accessToken });
    const ticker = new Ticker({
      url: `${tickerUrl}?${query}`,
      connections: plan.connections,
      day,
      clock,
      log,
      random,
      metrics: this.#metrics,
      onNews: () => this.#tell(day),
    });
    this.#ticker = ticker;
    await this.#gather(day, ticker);
    if (this.#sink === undefined) {
      ticker.stop();
      return;
    }
    // A server that starts with credentials that are refused would only look as if it ran.
    if (this.#day === undefined && this.#standing === undefined && ticker.refusal !== undefined) {
      ticker.stop();
      throw new FeedError(`Kite ticker: ${ticker.refusal}. An access token ends each morning: log in to Kite again`);
    }
    const leftOut = leftOutWords(plan);
    this.#coverage = [...(leftOut === undefined ? [] : [{ words: leftOut }]), ...previous];
    this.#begin(day, symbolFacts(day.rooms, futureExpiries, list.ticks));
    const badLines = list.badLines === 0 ? [] : [`${list.badLines} instruments could not be read`];
    const ofPrevious = previous.map(({ words, rooms }) => `${words} (${rooms?.length ?? 0} rooms)`);
    this.#remarks = [...(leftOut === undefined ? [] : [leftOut]), ...badLines, ...ofPrevious];
    const instruments = plan.connections.reduce((sum, tokens) => sum + tokens.length, 0);
    log.info({ date, rooms: plan.rooms.length, instruments, remarks: this.#remarks }, "kite: the day is open");
  }

  #begin(day: LiveDay, symbols: ReturnType<typeof symbolFacts>): void {
    const sink = this.#sink;
    this.#day = day;
    this.#standing = undefined;
    this.#isClockStanding = false;
    this.#isEarly = sessionDay(this.#options.clock.now()) === undefined;
    // Whoever joins gets what is known by now with the room.
    day.takeLearned();
    sink?.open({ date: day.date, source: this.source, symbols, rooms: day.rooms });
    sink?.health(undefined);
    sink?.clockChanged(this.time());
    this.#tell(day);
  }

  /** Resolves when every instrument has answered, when none will, or when it has been long enough. */
  #gather(day: LiveDay, ticker: Ticker): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#whileGathering = () => undefined;
        cancel();
        resolve();
      };
      const cancel = this.#options.clock.after(GATHER_MS, done);
      this.#whileGathering = () => {
        if (day.hasHeardAll || ticker.refusal !== undefined) done();
      };
      this.#whileGathering();
    });
  }

  /** What has changed, once the day is open: until then it gathers in the day's columns. */
  #tell(day: LiveDay): void {
    const sink = this.#sink;
    if (day !== this.#day) {
      this.#whileGathering();
      return;
    }
    if (sink === undefined) return;
    this.#ticker?.health.tell(sink);
    for (const room of day.takeLearned()) sink.learned(room);
    day.flush((room, rows, count, stamps) => sink.changed(room, rows, count, stamps));
  }
}

const NO_SINK: Omit<FeedSink, "open"> = {
  changed: () => undefined,
  extended: () => undefined,
  learned: () => undefined,
  made: () => undefined,
  clockChanged: () => undefined,
  health: () => undefined,
};
