/** Where closed minutes and finished days go. */
import type { Minute } from "#contract/domain/units.ts";
import type { TradingDay } from "../feeds/feed.ts";

export interface DayKeeper {
  /** The minutes already known of this day, from an earlier run. */
  known(day: TradingDay): TradingDay | undefined;
  /** The day begins with these filled minutes; the day before it, if any, is finished. */
  begin(day: TradingDay, minutes: readonly number[]): void;
  /** Resolves when the minute is durable, or has been kept in memory because it could not be. Never rejects. */
  minute(at: Minute): Promise<void>;
}

/** A keeper that keeps nothing: recorded days are in the archive already. */
export const noKeeper: DayKeeper = { known: () => undefined, begin: () => undefined, minute: () => Promise.resolve() };
