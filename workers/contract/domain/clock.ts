/**
 * Time, as every market screen sees it. A derivation is a pure function of tables, params and this clock; it never
 * asks what time it is.
 */
import type { Source } from "./columns.ts";
import type { IsoDate, Minute } from "./units.ts";

/** A finished day of one source. */
export interface DayKey {
  readonly source: Source;
  readonly date: IsoDate;
}

/** A day that stands still: a finished one, or the open one as it was when it was loaded, which takes part in nothing live. */
export type FrozenDay = DayKey | "today";

/** Where the board's replay stands. A room maps the minute to its own session, clamped at open and close. */
export interface ReplayTime {
  readonly minute: Minute;
  /** Wall seconds that a step of one minute takes. */
  readonly speed: number;
  readonly isPlaying: boolean;
  /** First and last minute it plays. */
  readonly from: Minute;
  readonly to: Minute;
  /** The user set these two, in whatever window; else they are what is recorded. */
  readonly isChosen?: boolean;
}

/** The board's clock: everything that is mounted reads the same one. */
export interface MarketClock {
  readonly mode: "live" | "history" | "replay";
  readonly date: IsoDate;
  /** Minute of the IST day. Live: the minute of the newest frame. */
  readonly minute: Minute;
  /** Exchange seconds per wall second while live; seconds per step while replaying. */
  readonly speed: number;
}

/** What the server says of its exchange clock at connect, on change and each minute. */
export interface ExchangeTime {
  /** The words of the chip: 'Simulated', 'Recorded', 'Archive', 'Kite'. */
  readonly source: "sim" | "recorded" | "none" | "kite";
  readonly date: IsoDate;
  /** Minute of the IST day with a fraction, at `wall`. */
  readonly minute: number;
  /** Exchange seconds per wall second; 0 when the clock stands (a closed recorded day, or no feed). */
  readonly rate: number;
  /** The server's wall clock when it said so, epoch ms: for logs, and for what ends on a day; never compared with the browser's. */
  readonly wall: number;
}

/** The exchange minute now, extrapolated from the receipt of `time` on a monotonic timer. */
export const extrapolateMinute = (time: ExchangeTime, elapsedMs: number): number =>
  Math.min(time.minute + (time.rate * elapsedMs) / 60_000, 24 * 60);
