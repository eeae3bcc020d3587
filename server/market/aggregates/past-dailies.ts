/** Finished days that the archive does not have as room-days: end-of-day figures, a simulated past. */
import type { Source } from "#contract/domain/columns.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { DayAggregates } from "./day-aggregates.ts";

/** What is asked of the past. */
export interface PastQuestion {
  /** Days before this one. */
  readonly before: IsoDate;
  /** What the futures of this expiry built up, or traded at, is asked for; else how days closed. */
  readonly expiry?: IsoDate;
  /** Of an expiry: what its futures traded at, which end-of-day figures tell, too. */
  readonly wantsBars?: boolean;
  /** Of real days alone: a simulated past has none. */
  readonly isReal?: boolean;
  /** Whether the archive has the day of that source: it need not be made. */
  isArchived(date: IsoDate, source: Source): boolean;
}

export interface PastAnswer {
  /** What is known by now, in any order; the same objects as long as they are the same. */
  readonly days: readonly DayAggregates[];
  /** Days that are being made: the next answer tells more. */
  readonly pending: number;
}

export interface PastDailies {
  answer(question: PastQuestion): Promise<PastAnswer>;
  /** Resolves when nothing is being made any more. Never rejects. */
  settled(): Promise<void>;
}
