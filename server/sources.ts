/** Opens the market that the environment asks for: its feed, its archive, and the calls that show it. */
import { join } from "node:path";
import { addDays } from "#contract/domain/calendar.ts";
import type { SegmentHealth } from "#contract/wire/http/operator.ts";
import type { Feed } from "./feeds/feed.ts";
import { type SegmentAge, watchFeed } from "./feeds/feed-watch.ts";
import { createKiteFeed } from "./feeds/kite/kite-feed.ts";
import { createRecordedFeed } from "./feeds/recorded/recorded-feed.ts";
import { parseStart } from "./feeds/simulated/schedule.ts";
import { createSimulatedFeed } from "./feeds/simulated/simulated-feed.ts";
import { readSymbols } from "./feeds/simulated/universe.ts";
import type { Aggregates } from "./market/aggregates/aggregates.ts";
import { observedArchive } from "./market/aggregates/observed-archive.ts";
import type { Archive } from "./market/archive/archive.ts";
import { EncodeThread } from "./market/archive/encode-thread.ts";
import { openArchive } from "./market/archive/open-archive.ts";
import { removeOldDays } from "./market/archive/retention.ts";
import { createMarket, type Market } from "./market/market.ts";
import { openReference, withReference } from "./market/reference/open-reference.ts";
import { createHistory } from "./modules/history/history.ts";
import { aggregateModule } from "./modules/market/aggregate-routes.ts";
import { marketModule } from "./modules/market/routes.ts";
import { openAggregates } from "./open-aggregates.ts";
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
  readonly segments: () => readonly SegmentHealth[];
  stop(): Promise<void>;
}

/** @throws StartError or FeedError, one line for the operator. */
export async function openMarket({ env, folder, clock, log, metrics }: SourcesDeps): Promise<OpenedMarket> {
  const reference = await openReference(join(folder, "reference"), (fault) => log.warn({ fault }, "reference data"));
  const encoder = new EncodeThread(clock);
  const kept = openArchive({
    folder: join(folder, "archive"),
    bucket: env.bucket,
    clock,
    onFault: (fault) => log.warn({ fault }, "a day of the archive is left out"),
    encode: (room) => encoder.encode(room),
  });
  const archive = withReference(kept, reference);
  const symbols = readSymbols(env.simSymbols);
  const { feed: unwatched, words } = await openFeed({ env, folder, clock, log, metrics }, symbols, archive);
  const silenceMs = env.feedSilence * 1000;
  const feed = unwatched && watchFeed(unwatched, { clock, log, registry: metrics.registry, silenceMs });
  let aggregates: Aggregates | undefined;
  const market = await createMarket({
    feed,
    archive: observedArchive(archive, () => aggregates?.refresh()),
    journalFolder: journalFolder(folder),
    keeps: env.feed.kind === "simulated" || env.feed.kind === "kite",
    afterArchiving: (today) => removeOldDays(kept, { keepDays: env.archiveKeepDays, today, log }),
    origin: words,
    clock,
    log,
    registry: metrics.registry,
  });
  const today = () => market.time().date;
  const simulation = env.feed.kind === "simulated" ? { seed: env.simSeed, symbols, today } : undefined;
  const history = createHistory({ archive, simulation, clock, log, registry: metrics.registry });
  // Without a feed, and on a holiday, the newest day stands still at its end.
  const endedBefore = () => (market.time().source === "none" ? addDays(today(), 1) : today());
  aggregates = openAggregates({ archive, folder: join(folder, "archive"), history, endedBefore, log });
  const modules = [aggregateModule(aggregates), marketModule(market), history.register];
  return {
    market,
    archive,
    register(bind) {
      for (const register of modules) register(bind);
    },
    feed: words,
    segments: () => feed?.ages().map(segmentHealth) ?? [],
    async stop() {
      // The thread first: what it is asked for by then is refused, and no further day is begun.
      const stopped = aggregates?.stop();
      await history.stop();
      await stopped;
      await market.stop();
      await encoder.stop();
    },
  };
}

const segmentHealth = ({ segment, state, ageMs, reason }: SegmentAge): SegmentHealth => ({
  segment,
  state: state === "live" || state === "closed" || state === "silent" ? state : "faulty",
  ageMs: ageMs ?? null,
  reason: reason ?? null,
});

const journalFolder = (folder: string): string => join(folder, "journal");

async function openFeed(
  { env, folder, clock, log, metrics }: SourcesDeps,
  symbols: readonly string[] | undefined,
  archive: Archive,
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
    const stored = { archive, journalFolder: journalFolder(folder) };
    return {
      feed: createKiteFeed({ ...kite, ...stored, clock, log, registry, random: Math.random }),
      words: "Kite ticker",
    };
  }
  const start = simStart === undefined ? {} : { start: parseStart(simStart) };
  return { feed: createSimulatedFeed({ clock, seed, symbols, ...start }), words: `simulated exchange, seed ${seed}` };
}
