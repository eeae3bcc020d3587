/** Where closed minutes and finished days go. */
import type { Minute } from "#contract/domain/units.ts";
import type { TradingDay } from "../feed.ts";
import type { ChangedRows } from "./changed-rows.ts";

export interface DayRecorder {
  /** The minutes already known of this day, from an earlier run. */
  known(day: TradingDay): TradingDay | undefined;
  /**
   * The day begins with these filled minutes; the day before it, if any, is finished.
   * @param changed of the day's rooms, in their order: what the minutes that follow are written by.
   */
  begin(day: TradingDay, minutes: readonly number[], changed: readonly ChangedRows[]): void;
  /** Resolves when the day that was begun is durable, or could not be made so. Never rejects. */
  written(): Promise<void>;
  /**
   * Resolves when the minute is durable, or has been kept in memory because it could not be; with false where another process
   * leads, and has or will have a minute of its own. Never rejects.
   */
  minute(at: Minute): Promise<boolean>;
}

/** A recorder that keeps nothing: recorded days are in the archive already. */
export const noRecorder: DayRecorder = {
  known: () => undefined,
  begin: () => undefined,
  written: () => Promise.resolve(),
  minute: () => Promise.resolve(true),
};
