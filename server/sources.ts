/** Opens what the environment asks for: the market with its feed, its archive, and the calls that show both. */
import { join } from "node:path";
import { addDays } from "#contract/domain/calendar.ts";
import type { Feed } from "./feeds/feed.ts";
import { type SegmentAge, watchFeed } from "./feeds/feed-watch.ts";
import { createRecordedFeed } from "./feeds/recorded/recorded-feed.ts";
import { parseStart } from "./feeds/simulated/schedule.ts";
import { createSimulatedFeed } from "./feeds/simulated/simulated-feed.ts";
import { readSymbols } from "./feeds/simulated/universe.ts";
import { AGGREGATES, createAggregateStore } from "./market/aggregates/aggregate-store.ts";
import { createAggregates } from "./market/aggregates/aggregates.ts";
import type { Archive } from "./market/archive/archive.ts";
import { createFileArchive } from "./market/archive/file-archive.ts";
import { createMarket, type Market } from "./market/market.ts";
import type { MarketView } from "./market/market-view.ts";
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
  readonly archive: Archive;
  readonly clock: WallClock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface MarketSourceDeps extends SourcesDeps {
  /** Of the leader's tenure, where several processes could lead. */
  readonly term?: number;
}

export interface OpenedMarket {
  readonly market: Market;
  /** The feed in words. */
  readonly feed: string;
  /** What each part of the open market is doing; nothing without a feed. */
  readonly ages: () => readonly SegmentAge[];
}

/** The finished days; their folder need not be there yet. */
export const openArchive = (folder: string, log: Log): Archive =>
  createFileArchive({
    folder: join(folder, "archive"),
    onFault: (fault) => log.warn({ fault }, "a day of the archive is left out"),
  });

/** @throws StartError or FeedError, one line for the operator. */
export async function openMarket(deps: MarketSourceDeps): Promise<OpenedMarket> {
  const { env, folder, archive, clock, log, metrics, term } = deps;
  const { feed: unwatched, words } = await openFeed(env, readSymbols(env.simSymbols), archive, clock);
  const silenceMs = env.feedSilence * 1000;
  const feed = unwatched && watchFeed(unwatched, { clock, log, registry: metrics.registry, silenceMs });
  const market = await createMarket({
    feed,
    archive,
    journalFolder: join(folder, "journal"),
    keeps: env.feed.kind === "simulated",
    origin: words,
    clock,
    log,
    registry: metrics.registry,
    ...(term !== undefined && { term }),
  });
  return { market, feed: words, ages: () => feed?.ages() ?? [] };
}

export interface MarketCalls {
  /** Registers the calls of the open day, of the past ones, and of what looks back over many. */
  readonly register: (bind: Bind) => void;
  /** A day was archived. */
  dayArchived(): void;
  stop(): Promise<void>;
}

export function openCalls(deps: SourcesDeps & { readonly market: MarketView }): MarketCalls {
  const { env, folder, archive, market, clock, log, metrics } = deps;
  const today = () => market.time().date;
  const symbols = readSymbols(env.simSymbols);
  const simulation = env.feed.kind === "simulated" ? { seed: env.simSeed, symbols, today } : undefined;
  const history = createHistory({ archive, simulation, clock, log, registry: metrics.registry });
  const aggregates = createAggregates({
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
    register(bind) {
      for (const register of modules) register(bind);
    },
    dayArchived: () => aggregates.refresh(),
    async stop() {
      // The thread first: what it is asked for by then is refused, and no further day is begun.
      const stopped = aggregates.stop();
      await history.stop();
      await stopped;
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
