/** Days of which the archive holds end-of-day figures alone, as aggregates; made one after the other when first asked for. */
import type { IsoDate } from "#contract/domain/units.ts";
import { AppError } from "../../platform/errors.ts";
import type { Log } from "../../platform/log.ts";
import { oneLine } from "../../platform/start-error.ts";
import type { DailyDay } from "../daily/daily-figures.ts";
import type { DayAggregates } from "./day-aggregates.ts";
import type { PastDailies } from "./past-dailies.ts";

export interface DailyPastDeps {
  /** Every day that has end-of-day figures, oldest first: of the same version as long as they are the same. */
  readonly list: () => Promise<readonly DailyDay[]>;
  /** undefined where the day is not there any more. */
  readonly make: (day: DailyDay) => Promise<DayAggregates | undefined>;
  readonly log: Log;
}

/** No reply looks back further. */
const MOST_DAYS = 300;

export function createDailyPast({ list, make, log }: DailyPastDeps): PastDailies {
  /** By date, with the version it was made of; undefined for a day that could not be made as it is. */
  const made = new Map<IsoDate, { readonly of: string; readonly day: DayAggregates | undefined }>();
  let making: Promise<void> = Promise.resolve();
  let isMaking = false;

  async function makeAll(days: readonly DailyDay[]): Promise<void> {
    for (const day of days) {
      const { date, version: of } = day;
      try {
        made.set(date, { of, day: await make(day) });
      } catch (error) {
        // Too busy, or stopping: nothing is wrong with the day.
        if (error instanceof AppError) break;
        made.set(date, { of, day: undefined });
        log.warn({ date, fault: oneLine(error) }, "end-of-day figures are left out");
      }
    }
    isMaking = false;
  }

  return {
    async answer({ before, expiry, wantsBars = false }) {
      // They tell no build-up.
      if (expiry !== undefined && !wantsBars) return { days: [], pending: 0 };
      const known = new Map<IsoDate, DailyDay>();
      // Of one date the real source comes first.
      for (const day of await list()) if (day.date < before && !known.has(day.date)) known.set(day.date, day);
      const wanted = [...known.values()].slice(-MOST_DAYS);
      const missing = wanted.filter(({ date, version }) => made.get(date)?.of !== version);
      if (missing.length > 0 && !isMaking) {
        isMaking = true;
        making = makeAll(missing);
      }
      return { days: wanted.flatMap(({ date }) => made.get(date)?.day ?? []), pending: missing.length };
    },
    settled: () => making,
  };
}
