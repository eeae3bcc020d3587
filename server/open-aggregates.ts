/** Opens what finished days came to: of the archive's days, and of the end-of-day figures beside them. */
import { join } from "node:path";
import type { IsoDate } from "#contract/domain/units.ts";
import { AGGREGATES, createAggregateStore } from "./market/aggregates/aggregate-store.ts";
import { type Aggregates, createAggregates } from "./market/aggregates/aggregates.ts";
import { createDailyPast } from "./market/aggregates/daily-past.ts";
import type { Archive } from "./market/archive/archive.ts";
import { createDailyStore } from "./market/daily/daily-store.ts";
import type { History } from "./modules/history/history.ts";
import type { Log } from "./platform/log.ts";

export interface AggregatesInput {
  readonly archive: Archive;
  /** The archive's. */
  readonly folder: string;
  /** Its thread does the work. */
  readonly history: History;
  /** Days before it have ended. */
  readonly endedBefore: () => IsoDate;
  readonly log: Log;
}

export function openAggregates({ archive, folder, history, endedBefore, log }: AggregatesInput): Aggregates {
  const onFault = (fault: string): void => log.warn({ fault }, "a finished day is left out");
  const daily = createDailyStore({ folder, onFault });
  const dailyPast = createDailyPast({
    list: () => daily.list(),
    make: (date) => history.dailyAggregates(folder, date),
    log,
  });
  const aggregates = createAggregates({
    archive,
    store: createAggregateStore({ folder: join(folder, AGGREGATES), onFault }),
    work: history.aggregateWork,
    past: history.simulatedPast === undefined ? [dailyPast] : [dailyPast, history.simulatedPast],
    endedBefore,
    log,
  });
  aggregates.refresh();
  return aggregates;
}
