/** Opens what the environment asks for: the market with its feed, its archive, and the calls that show both. */
import { join } from "node:path";
import type { Feed } from "./feeds/feed.ts";
import { createRecordedFeed } from "./feeds/recorded/recorded-feed.ts";
import { parseStart } from "./feeds/simulated/schedule.ts";
import { createSimulatedFeed } from "./feeds/simulated/simulated-feed.ts";
import type { Archive } from "./market/archive/archive.ts";
import { createFileArchive } from "./market/archive/file-archive.ts";
import { createMarket, type Market } from "./market/market.ts";
import type { MarketView } from "./market/market-view.ts";
import { createHistory } from "./modules/history/history.ts";
import { marketModule } from "./modules/market/routes.ts";
import type { WallClock } from "./platform/clocks.ts";
import type { Env } from "./platform/env.ts";
import type { Bind } from "./platform/http/bind.ts";
import type { Log } from "./platform/log.ts";
import type { Metrics } from "./platform/metrics.ts";

export interface SourcesDeps {
  readonly env: Env;
  readonly archive: Archive;
  readonly clock: WallClock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface MarketSourceDeps extends SourcesDeps {
  /** The data folder. */
  readonly folder: string;
  /** Of the leader's tenure, where several processes could lead. */
  readonly term?: number;
}

export interface OpenedMarket {
  readonly market: Market;
  /** The feed in words. */
  readonly feed: string;
}

/** The finished days in a data folder; it need not be there yet. */
export const openArchive = (folder: string, log: Log): Archive =>
  createFileArchive({
    folder: join(folder, "archive"),
    onFault: (fault) => log.warn({ fault }, "a day of the archive is left out"),
  });

/** @throws StartError or FeedError, one line for the operator. */
export async function openMarket(deps: MarketSourceDeps): Promise<OpenedMarket> {
  const { env, folder, archive, clock, log, metrics, term } = deps;
  const market = await createMarket({
    feed: await openFeed(env, archive, clock),
    archive,
    journalFolder: join(folder, "journal"),
    keeps: env.feed.kind === "simulated",
    origin: feedWords(env),
    clock,
    log,
    registry: metrics.registry,
    ...(term !== undefined && { term }),
  });
  return { market, feed: feedWords(env) };
}

export interface MarketCalls {
  /** Registers the calls of the open day and of the past ones. */
  readonly register: (bind: Bind) => void;
  stop(): Promise<void>;
}

export function openCalls({
  env,
  archive,
  market,
  ...deps
}: SourcesDeps & { readonly market: MarketView }): MarketCalls {
  const { clock, log, metrics } = deps;
  const today = () => market.time().date;
  const simulation = env.feed.kind === "simulated" ? { seed: env.simSeed, today } : undefined;
  const history = createHistory({ archive, simulation, clock, log, registry: metrics.registry });
  const registerMarket = marketModule(market);
  return {
    register(bind) {
      registerMarket(bind);
      history.register(bind);
    },
    stop: () => history.stop(),
  };
}

export function feedWords({ feed, feedSpeed, simSeed }: Env): string {
  if (feed.kind === "none") return "no feed: the newest day that was kept";
  if (feed.kind === "recorded") return `recorded day ${feed.date} at ${feedSpeed}x`;
  return `simulated exchange, seed ${simSeed}`;
}

async function openFeed(
  { feed, feedSpeed: speed, feedStart, feedLoop: loop, simSeed: seed, simStart }: Env,
  archive: Archive,
  clock: WallClock,
): Promise<Feed | undefined> {
  if (feed.kind === "none") return undefined;
  if (feed.kind === "recorded") {
    const from = feedStart === undefined ? {} : { start: feedStart };
    return createRecordedFeed({ archive, date: feed.date, clock, speed, loop, ...from });
  }
  const start = simStart === undefined ? {} : { start: parseStart(simStart) };
  return createSimulatedFeed({ clock, seed, ...start });
}
