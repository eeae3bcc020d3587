/** Finished days that the archive does not have as room-days: a simulated past, end-of-day figures. */
import type { IsoDate } from "#contract/domain/units.ts";
import type { DayAggregates } from "./day-aggregates.ts";

export interface PastDailies {
  /**
   * The days before `before` that are known by now, at most one of a source and date, in any order. What still has to be
   * made is made meanwhile: the next call tells more.
   */
  days(before: IsoDate): Promise<readonly DayAggregates[]>;
  /** Resolves when nothing is being made any more. Never rejects. */
  settled(): Promise<void>;
}
