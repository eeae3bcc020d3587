/**
 * Rooms that were opened before the session are loaded again at two times of the exchange clock. At 09:04 (03:34 UTC) the
 * day's lists and the previous figures are there, which the OI graph compares with. A quarter of a minute into the equity
 * session (03:45:15 UTC) they are final.
 */
import type { ExchangeTime } from "#contract/domain/clock.ts";
import type { IsoDate } from "#contract/domain/units.ts";

/** Minutes of the IST day, ascending. */
const REOPEN_MINUTES = [9 * 60 + 4, 9 * 60 + 15.25] as const;

export interface Reopening {
  /** The exchange clock was set: it may run at another rate from now on. */
  clock(time: ExchangeTime): void;
  stop(): void;
}

export function createReopening(reopen: () => void): Reopening {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The next reopening that is still to come, and on which date. */
  let awaited: { readonly date: IsoDate; readonly minute: number } | undefined;

  function stop(): void {
    clearTimeout(timer);
    awaited = undefined;
  }

  /** Waits for the next reopening after `minute`, of a clock that runs at `rate`. */
  function waitFrom(date: IsoDate, minute: number, rate: number): void {
    stop();
    const next = REOPEN_MINUTES.find((at) => at > minute);
    if (next === undefined) return;
    awaited = { date, minute: next };
    if (rate > 0) timer = setTimeout(run, ((next - minute) * 60_000) / rate, date, next, rate);
  }

  function run(date: IsoDate, minute: number, rate: number): void {
    reopen();
    waitFrom(date, minute, rate);
  }

  return {
    clock({ date, minute, rate }) {
      // The clock may be set just before the timer would have fired.
      const isDue = awaited?.date === date && minute >= awaited.minute;
      waitFrom(date, minute, rate);
      if (isDue) reopen();
    },
    stop,
  };
}
