/** The exchange clock as the feed worker last sent it, and the time that it shows now. */
import { type ExchangeTime, extrapolateMinute } from "#contract/domain/clock.ts";
import { type IsoDate, type Minute, minute } from "#contract/domain/units.ts";

export interface ExchangeClock {
  set(time: ExchangeTime): void;
  /** Undefined until it was set. */
  readonly date: IsoDate | undefined;
  /** 0 until it was set. */
  readonly minute: Minute;
  /** Exchange seconds per wall second. */
  readonly rate: number;
}

/** @param now monotonic milliseconds */
export function createExchangeClock(now: () => number): ExchangeClock {
  let told: { readonly time: ExchangeTime; readonly arrived: number } | undefined;
  return {
    set(time) {
      told = { time, arrived: now() };
    },
    get date() {
      return told?.time.date;
    },
    get minute() {
      return minute(told ? Math.floor(extrapolateMinute(told.time, now() - told.arrived)) : 0);
    },
    get rate() {
      return told?.time.rate ?? 1;
    },
  };
}
