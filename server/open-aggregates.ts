/** Opens what finished days came to: of the archive's days, and of the end-of-day figures beside them. */
import type { IsoDate } from "#contract/domain/units.ts";
import { createAggregateStore } from "./market/aggregates/aggregate-store.ts";
import { type Aggregates, createAggregates } from "./market/aggregates/aggregates.ts";
import { createDailyPast } from "./market/aggregates/daily-past.ts";
import type { Archive } from "./market/archive/archive.ts";
import type { ObjectStore } from "./market/archive/object-store.ts";
import { createDailyStore } from "./market/daily/daily-store.ts";
import type { History } from "./modules/history/history.ts";
import type { Log } from "./platform/log.ts";

export interface AggregatesInput {
  readonly archive: Archive;
  /** Where the archive's bytes lie. */
  readonly store: ObjectStore;
  /** Its thread does the work. */
  readonly history: History;
  /** Days before it have ended. */
  readonly endedBefore: () => IsoDate;
  readonly log: Log;
}

export function openAggregates({ archive, store, history, endedBefore, log }: AggregatesInput): Aggregates {
  const onFault = (fault: string): void => log.warn({ fault }, "a finished day is left out");
  const daily = createDailyStore({ store, onFault });
  const dailyPast = createDailyPast({
    list: () => daily.list(),
    async make(day) {
      const bytes = await daily.bytes(day);
      return bytes && history.dailyAggregates(day.version, bytes);
    },
    log,
  });
  const aggregates = createAggregates({
    archive,
    store: createAggregateStore({ store, onFault }),
    work: history.aggregateWork,
    past: history.simulatedPast === undefined ? [dailyPast] : [dailyPast, history.simulatedPast],
    endedBefore,
    log,
  });
  aggregates.refresh();
  return aggregates;
}
