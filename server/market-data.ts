/** Opens what the environment asks for: the archive, the market with its feed, and the calls that show both. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { SegmentHealth } from "#contract/wire/http/operator.ts";
import type { ScanFound } from "#contract/wire/http/scanner.ts";
import { type SegmentAge, watchFeed } from "./feeds/feed-watch.ts";
import { createKiteFeed } from "./feeds/kite/kite-feed.ts";
import { createRecordedFeed } from "./feeds/recorded/recorded-feed.ts";
import { parseStart } from "./feeds/simulated/exchange/schedule.ts";
import { readSymbols, type SymbolChoice } from "./feeds/simulated/exchange/universe.ts";
import { openSimulatedPast } from "./feeds/simulated/past/open-past.ts";
import { createSimulatedFeed } from "./feeds/simulated/simulated-feed.ts";
import { createStandingFeed } from "./feeds/standing/standing-feed.ts";
import { observedArchive } from "./market/aggregates/observed-archive.ts";
import type { Archive } from "./market/archive/archive.ts";
import { EncodeThread } from "./market/archive/encode-thread.ts";
import type { ObjectStore } from "./market/archive/object-store.ts";
import { openArchive } from "./market/archive/open-archive.ts";
import { removeOldDays } from "./market/archive/retention.ts";
import type { StoredArchive } from "./market/archive/stored-archive.ts";
import { carryLocalFiles } from "./market/carry-local-files.ts";
import { createDailyStore } from "./market/daily/daily-store.ts";
import { endedBeforeOf } from "./market/ended-before.ts";
import type { Feed } from "./market/feed.ts";
import { createMarket, type Market } from "./market/market.ts";
import type { MarketView } from "./market/market-view.ts";
import { openReference, withReference } from "./market/reference/open-reference.ts";
import type { ScanQuestion } from "./market/scan/scan-question.ts";
import { createUsualVolumes } from "./market/scan/usual-volumes.ts";
import { createHistory } from "./modules/history/history.ts";
import { aggregateModule } from "./modules/market/aggregate-routes.ts";
import { marketModule } from "./modules/market/routes.ts";
import { openAggregates } from "./open-aggregates.ts";
import type { WallClock } from "./platform/clocks.ts";
import type { Fence } from "./platform/data-folder/fence.ts";
import type { Env } from "./platform/env/env.ts";
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

export interface Stored {
  /** Finished days, with what the reference data knows of them. */
  readonly archive: Archive;
  /** The same as they are kept. */
  readonly kept: StoredArchive;
  stop(): Promise<void>;
}

export async function openStored({ env, folder, clock, log }: Omit<SourcesDeps, "metrics">): Promise<Stored> {
  const reference = await openReference(join(folder, "reference"), (fault) => log.warn({ fault }, "reference data"));
  const encoder = new EncodeThread(clock);
  const kept = openArchive({
    folder: join(folder, "archive"),
    bucket: env.bucket,
    clock,
    onFault: (fault) => log.warn({ fault }, "a day of the archive is left out"),
    encode: (room) => encoder.encode(room),
  });
  await carryLocalFiles({
    store: kept.store,
    folder: join(folder, "archive"),
    tell: (line) => log.info({}, line),
    onFault: (fault) => log.warn({ fault }, "a finished day is not in the bucket"),
  });
  return { archive: withReference(kept, reference), kept, stop: () => encoder.stop() };
}

export interface MarketSourceDeps extends SourcesDeps {
  readonly stored: Stored;
  /** A day was archived. */
  readonly onArchived?: () => void;
  /** Of the leader's tenure, where several processes could lead. */
  readonly term?: number;
  readonly fence?: Fence;
  /** Is told what opening the market is about now. */
  readonly doing?: (words: string) => void;
}

export interface OpenedMarket {
  readonly market: Market;
  /** The feed in words. */
  readonly feed: string;
  /** What each part of the open market is doing; nothing without a feed. */
  readonly segments: () => readonly SegmentHealth[];
}

/** @throws StartError or FeedError, one line for the operator. */
export async function openMarket(deps: MarketSourceDeps): Promise<OpenedMarket> {
  const { env, folder, stored, onArchived = () => undefined, clock, log, metrics, term, fence, doing } = deps;
  const { archive, kept } = stored;
  const { feed: unwatched, words } = await openFeed(deps, readSymbols(env.simSymbols), archive, kept.store);
  const silenceMs = env.feedSilence * 1000;
  const watched = unwatched && watchFeed(unwatched, { clock, log, registry: metrics.registry, silenceMs });
  const feed = watched ?? (await createStandingFeed({ archive, journalFolder: journalFolder(folder), clock, log }));
  const market = await createMarket({
    feed,
    archive: observedArchive(archive, onArchived),
    journalFolder: journalFolder(folder),
    keeps: env.feed.kind === "simulated" || env.feed.kind === "kite",
    afterArchiving: (today) => removeOldDays(kept, { keepDays: env.archiveKeepDays, today, log }),
    origin: words,
    clock,
    log,
    registry: metrics.registry,
    ...(term !== undefined && { term }),
    ...(fence && { fence }),
    ...(doing && { doing }),
  });
  return { market, feed: words, segments: () => watched?.ages().map(segmentHealth) ?? [] };
}

export interface MarketCalls {
  /** Registers the calls of the open day, of the past ones, and of what looks back over many. */
  readonly register: (bind: Bind) => void;
  /** As the market's, with what finished days tell of a future. */
  scan(question: ScanQuestion): Promise<ScanFound | undefined>;
  /** A day was archived. */
  dayArchived(): void;
  stop(): Promise<void>;
}

export interface MarketCallsDeps extends Omit<SourcesDeps, "folder"> {
  readonly stored: Stored;
  readonly market: MarketView;
}

export function openCalls({ env, stored, market, clock, log, metrics }: MarketCallsDeps): MarketCalls {
  const { archive, kept } = stored;
  const symbols = readSymbols(env.simSymbols);
  const choice = { seed: env.simSeed, symbols };
  const past = openSimulatedPast(choice);
  const simulation = env.feed.kind === "simulated" ? { ...choice, past } : undefined;
  const endedBefore = () => endedBeforeOf(market.time());
  const history = createHistory({
    archive,
    simulation,
    endedBefore,
    practiceLagDays: env.brokers.practiceLagDays,
    clock,
    log,
    registry: metrics.registry,
  });
  const aggregates = openAggregates({ archive, store: kept.store, history, endedBefore, log });
  const withUsualVolumes = createUsualVolumes(aggregates, market);
  const modules = [aggregateModule(aggregates), marketModule(market), history.register];
  return {
    register(bind) {
      for (const register of modules) register(bind);
    },
    scan: async (question) => market.scan(await withUsualVolumes(question)),
    dayArchived: () => aggregates.refresh(),
    async stop() {
      // The thread first: what it is asked for by then is refused, and no further day is begun.
      const stopped = aggregates.stop();
      await history.stop();
      await stopped;
    },
  };
}

const segmentHealth = ({ segment, state, ageMs, reason }: SegmentAge): SegmentHealth => ({
  segment,
  state: state === "live" || state === "closed" || state === "silent" ? state : "faulty",
  ageMs: ageMs ?? null,
  reason: reason ?? null,
});

/** Threads that help with the start: every core has something to do, and memory is spent on three at most. */
const startThreads = (): number => Math.min(availableParallelism() - 1, 3);

const journalFolder = (folder: string): string => join(folder, "journal");

async function openFeed(
  { env, folder, clock, log, metrics }: SourcesDeps,
  symbols: SymbolChoice,
  archive: Archive,
  store: ObjectStore,
): Promise<{ feed: Feed | undefined; words: string }> {
  const { feed, feedSpeed: speed, feedStart, feedLoop: loop, simSeed: seed, simStart, kite } = env;
  if (feed.kind === "none") return { feed: undefined, words: "no feed: the newest day that was kept" };
  if (feed.kind === "recorded") {
    const from = feedStart === undefined ? {} : { start: feedStart };
    const recorded = await createRecordedFeed({ archive, date: feed.date, clock, speed, loop, ...from });
    return { feed: recorded, words: `recorded day ${feed.date} at ${speed}x` };
  }
  if (kite !== undefined) {
    const { registry } = metrics;
    const daily = createDailyStore({ store, onFault: (fault) => log.warn({ fault }, "end-of-day figures") });
    const stored = { archive, daily, journalFolder: journalFolder(folder) };
    return {
      feed: createKiteFeed({ ...kite, ...stored, clock, log, registry, random: Math.random }),
      words: "Kite ticker",
    };
  }
  const start = simStart === undefined ? {} : { start: parseStart(simStart) };
  return {
    feed: createSimulatedFeed({ clock, seed, symbols, speed, threads: startThreads(), ...start }),
    words: `simulated exchange, seed ${seed}`,
  };
}
