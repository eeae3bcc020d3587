/** Opens the market that the environment asks for: its feed, its archive, and the calls that show it. */
import { join } from "node:path";
import { addDays } from "#contract/domain/calendar.ts";
import type { Feed } from "./feeds/feed.ts";
import { type SegmentAge, watchFeed } from "./feeds/feed-watch.ts";
import { createRecordedFeed } from "./feeds/recorded/recorded-feed.ts";
import { parseStart } from "./feeds/simulated/schedule.ts";
import { createSimulatedFeed } from "./feeds/simulated/simulated-feed.ts";
import { readSymbols } from "./feeds/simulated/universe.ts";
import { AGGREGATES, createAggregateStore } from "./market/aggregates/aggregate-store.ts";
import { type Aggregates, createAggregates } from "./market/aggregates/aggregates.ts";
import { observedArchive } from "./market/aggregates/observed-archive.ts";
import type { Archive } from "./market/archive/archive.ts";
import { createFileArchive } from "./market/archive/file-archive.ts";
import { createMarket, type Market } from "./market/market.ts";
import { createHistory } from "./modules/history/history.ts";
import { aggregateModule } from "./modules/market/aggregate-routes.ts";
import { marketModule } from "./modules/market/routes.ts";
import type { WallClock } from "./platform/clocks.ts";
import type { Env } from "./platform/env.ts";
import type { Bind } from "./platform/http/bind.ts";
import type { Log } from "./platform/log.ts";
import type { Metrics } from "./platform/metrics.ts";

export interface SourcesDeps {
  readonly env: Env;
  /** The data folder. */
  readonly folder: string;
  readonly clock: WallClock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface OpenedMarket {
  readonly market: Market;
  readonly archive: Archive;
  /** Registers the calls of the open day and of the past ones. */
  readonly register: (bind: Bind) => void;
  /** The feed in words. */
  readonly feed: string;
  /** What each part of the open market is doing; nothing without a feed. */
  readonly ages: () => readonly SegmentAge[];
  stop(): Promise<void>;
}

/** @throws StartError or FeedError, one line for the operator. */
export async function openMarket({ env, folder, clock, log, metrics }: SourcesDeps): Promise<OpenedMarket> {
  const archive = createFileArchive({
    folder: join(folder, "archive"),
    onFault: (fault) => log.warn({ fault }, "a day of the archive is left out"),
  });
  const symbols = readSymbols(env.simSymbols);
  const { feed: unwatched, words } = await openFeed(env, symbols, archive, clock);
  const silenceMs = env.feedSilence * 1000;
  const feed = unwatched && watchFeed(unwatched, { clock, log, registry: metrics.registry, silenceMs });
  let aggregates: Aggregates | undefined;
  const market = await createMarket({
    feed,
    archive: observedArchive(archive, () => aggregates?.refresh()),
    journalFolder: join(folder, "journal"),
    keeps: env.feed.kind === "simulated",
    origin: words,
    clock,
    log,
    registry: metrics.registry,
  });
  const today = () => market.time().date;
  const simulation = env.feed.kind === "simulated" ? { seed: env.simSeed, symbols, today } : undefined;
  const history = createHistory({ archive, simulation, clock, log, registry: metrics.registry });
  aggregates = createAggregates({
    archive,
    store: createAggregateStore({
      folder: join(folder, "archive", AGGREGATES),
      onFault: (fault) => log.warn({ fault }, "aggregates"),
    }),
    work: history.aggregateWork,
    past: [],
    // Without a feed the newest day stands still at its end.
    endedBefore: () => (env.feed.kind === "none" ? addDays(today(), 1) : today()),
    log,
  });
  aggregates.refresh();
  const modules = [aggregateModule(aggregates), marketModule(market), history.register];
  return {
    market,
    archive,
    register(bind) {
      for (const register of modules) register(bind);
    },
    feed: words,
    ages: () => feed?.ages() ?? [],
    async stop() {
      // The thread first: what it is asked for by then is refused, and no further day is begun.
      const stopped = aggregates?.stop();
      await history.stop();
      await stopped;
      await market.stop();
    },
  };
}

async function openFeed(
  { feed, feedSpeed: speed, feedStart, feedLoop: loop, simSeed: seed, simStart }: Env,
  symbols: readonly string[] | undefined,
  archive: Archive,
  clock: WallClock,
): Promise<{ feed: Feed | undefined; words: string }> {
  if (feed.kind === "none") return { feed: undefined, words: "no feed: the newest day that was kept" };
  if (feed.kind === "recorded") {
    const from = feedStart === undefined ? {} : { start: feedStart };
    const recorded = await createRecordedFeed({ archive, date: feed.date, clock, speed, loop, ...from });
    return { feed: recorded, words: `recorded day ${feed.date} at ${speed}x` };
  }
  const start = simStart === undefined ? {} : { start: parseStart(simStart) };
  return { feed: createSimulatedFeed({ clock, seed, symbols, ...start }), words: `simulated exchange, seed ${seed}` };
}
