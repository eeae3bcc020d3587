/** The Kite feed on a wall clock that a test moves, with the test's own ticker behind it. */
import { Registry } from "prom-client";
import { type EpochMs, epochMs } from "#contract/domain/units.ts";
import { createKiteFeed, type KiteOptions } from "../../feeds/kite/kite-feed.ts";
import { segmentOfToken } from "../../feeds/kite/packets.ts";
import type { Archive } from "../../market/archive/archive.ts";
import type { DailyFigures } from "../../market/daily/daily-figures.ts";
import { createDailyStore } from "../../market/daily/daily-store.ts";
import type { WallClock } from "../../platform/clocks.ts";
import { silentLog } from "../../platform/log.ts";
import { createMemoryStore } from "../market/memory-store.ts";
import type { FeedSubject } from "./feed-suite.ts";

/** What a test's wall clock offers (server/testing/manual-clock.ts). */
interface MovableClock extends WallClock {
  advance(ms: number): void;
}

/** What a test's ticker offers (server/testing/market/kite-ticker.ts). */
interface TestTicker {
  readonly url: string;
  readonly figures: Map<number, { lastPrice: number; volume: number; time: number }>;
  send(tokens: readonly number[]): void;
  heartbeat(): void;
  settled(): Promise<void>;
}

export interface KiteSubject extends FeedSubject {
  readonly registry: Registry;
  /** Counted faults by kind, those that happened. */
  faults(): Promise<Record<string, number>>;
}

export interface KiteSubjectOptions {
  readonly clock: MovableClock;
  readonly ticker: TestTicker;
  /** Path of the list of instruments. */
  readonly instruments: string;
  readonly archive: Archive;
  readonly journalFolder: string;
  /** None unless given. */
  readonly daily?: DailyFigures;
  readonly stocks?: readonly string[];
  readonly log?: KiteOptions["log"];
}

const STEP_MS = 1000;
/** Its prices are in rupees x 10^7. */
const CURRENCY = 3;

export function kiteSubject(options: KiteSubjectOptions): KiteSubject {
  const { clock, ticker, instruments, archive, journalFolder, stocks = [], log = silentLog } = options;
  let lost = 0;
  let isMute = false;
  const wall: WallClock = {
    ...clock,
    now: (): EpochMs => epochMs(clock.now() + lost),
    monotonic: () => clock.monotonic() + lost,
  };
  const registry = new Registry();
  const feed = createKiteFeed({
    apiKey: "key",
    accessToken: "access",
    tickerUrl: ticker.url,
    instruments,
    stocks,
    archive,
    daily: options.daily ?? createDailyStore({ store: createMemoryStore() }),
    journalFolder,
    clock: wall,
    log,
    registry,
    random: () => 0.5,
  });
  /** Every instrument trades once. */
  const trade = (): void => {
    for (const [token, figures] of ticker.figures) {
      figures.lastPrice += segmentOfToken(token) === CURRENCY ? 2500 : 5;
      figures.volume += 75;
      figures.time = Math.floor(wall.now() / 1000);
    }
    ticker.send([...ticker.figures.keys()]);
  };
  return {
    feed,
    clock: wall,
    registry,
    async advance(ms) {
      for (let left = ms; left > 0; left -= STEP_MS) {
        clock.advance(Math.min(left, STEP_MS));
        if (!isMute) trade();
        ticker.heartbeat();
        await ticker.settled();
      }
    },
    async stall(ms) {
      lost += ms;
    },
    mute(value) {
      isMute = value;
    },
    async faults() {
      const { values } = (await registry.getSingleMetric("kite_faults_total")?.get()) ?? { values: [] };
      return Object.fromEntries(
        values.filter(({ value }) => value > 0).map(({ labels, value }) => [labels["kind"], value]),
      );
    },
  };
}
