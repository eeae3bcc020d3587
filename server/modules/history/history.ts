/** Puts the history together: the days that are kept, those that can be made, and the thread that makes them. */
import type { Registry } from "prom-client";
import { daysBetween, istDate } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { DayAggregates } from "../../market/aggregates/day-aggregates.ts";
import type { AggregateWork } from "../../market/aggregates/make-aggregates.ts";
import type { PastDailies } from "../../market/aggregates/past-dailies.ts";
import type { Archive } from "../../market/archive/archive.ts";
import type { MadePast, PastChoice } from "../../market/made-past.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { ByteCache } from "../../platform/limits/byte-cache.ts";
import type { Log } from "../../platform/log.ts";
import { createArchivedDays } from "./archived-day.ts";
import { createHistoryDays } from "./history-days.ts";
import type { HistoryRunner } from "./history-jobs.ts";
import { createHistoryMetrics } from "./history-metrics.ts";
import { HistoryThread } from "./history-thread.ts";
import { createMadeDailies } from "./made-dailies.ts";
import { historyRoutes } from "./routes.ts";
import { createSimulatedDays } from "./simulated-day.ts";

interface SimulationFacts extends PastChoice {
  readonly past: Pick<MadePast, "underlyings">;
}

export interface HistoryDeps {
  readonly archive: Archive;
  /** The simulated exchange, where it is the feed: which past it has. */
  readonly simulation: SimulationFacts | undefined;
  /** Days before it have ended on the exchange's clock. */
  readonly endedBefore: () => IsoDate;
  /** How old a recorded day has to be to be practised on. */
  readonly practiceLagDays: number;
  readonly clock: WallClock;
  readonly log: Log;
  readonly registry: Registry;
}

export interface History {
  register(bind: Bind): void;
  /** Its thread also makes the aggregates of finished days. */
  readonly aggregateWork: AggregateWork;
  /** The simulated exchange's, where that is the feed. */
  readonly simulatedPast: PastDailies | undefined;
  /** Of the bytes of a day's end-of-day figures; `version` tells them from others. */
  dailyAggregates(version: string, bytes: Uint8Array): Promise<DayAggregates>;
  stop(): Promise<void>;
}

/** Half for rooms as they were made, half for those that were recompressed for clients without brotli. */
const CACHE_BYTES = 8e6;

export function createHistory(deps: HistoryDeps): History {
  const { archive, simulation, endedBefore, practiceLagDays, clock, log, registry } = deps;
  const metrics = createHistoryMetrics(registry);
  const runner = new HistoryThread({ clock, log, metrics });
  const sizes = { made: 0, recompressed: 0 };
  const cacheOf = (part: keyof typeof sizes) => ({
    maxBytes: CACHE_BYTES / 2,
    onSize(bytes: number) {
      sizes[part] = bytes;
      metrics.cacheBytes.set(sizes.made + sizes.recompressed);
    },
  });
  const days = createHistoryDays({
    archive,
    openArchived: createArchivedDays(archive, runner),
    isOldEnough: (date) => daysBetween(date, istDate(clock.now())) >= practiceLagDays,
    endedBefore,
    simulation: simulation && {
      past: simulation.past,
      open: createSimulatedDays({
        seed: simulation.seed,
        symbols: simulation.symbols,
        runner,
        cache: new ByteCache(cacheOf("made")),
        metrics,
      }),
    },
  });
  return {
    register: historyRoutes({ days, runner, cache: new ByteCache(cacheOf("recompressed")) }),
    aggregateWork: aggregateWorkOf(runner),
    simulatedPast: simulation && simulatedPastOf(runner, simulation, log),
    dailyAggregates: (version, bytes) => runner.run("dailyAggregates", version, { bytes }),
    stop: () => runner.stop(),
  };
}

/** What aggregates need, done by a runner of the history's jobs. */
export const aggregateWorkOf = (runner: HistoryRunner): AggregateWork => ({
  close: (request) => runner.run("roomClose", request.blob.checksum, request),
  futures: (blob) => runner.run("roomFutures", blob.checksum, { blob }),
});

function simulatedPastOf(runner: HistoryRunner, { seed, symbols }: SimulationFacts, log: Log): PastDailies {
  return createMadeDailies({
    closes: (date) => runner.run("simulatedCloses", date, { seed, symbols, date }),
    futures: (date, room) => runner.run("simulatedFutures", `${date} ${room}`, { seed, symbols, date, room }),
    log,
  });
}
