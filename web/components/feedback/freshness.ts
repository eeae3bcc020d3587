import { dateText } from "#contract/domain/date-words.ts";
import { timeText } from "../../format/time-text.ts";

/** What a pane knows about the age of what it draws. */
export type FreshnessReading = {
  readonly mode: "live" | "history" | "replay";
  /** Milliseconds since the newest frame, on a monotonic timer; undefined: none has come. */
  readonly age: number | undefined;
  /** Where the data come from, in the user's words: 'Simulated', 'Recorded' (imported from files), 'Kite'. */
  readonly source: string;
  /** Exchange date, YYYY-MM-DD; empty while the exchange clock is not known. */
  readonly date: string;
  /** Exchange time now: minute of the IST day, with a fraction. Replay: the minute shown. */
  readonly minute: number;
  /** Exchange seconds a wall second; 0: the clock stands. Replay: seconds a step. */
  readonly speed: number;
  /** For panes of minute data: minutes between two points. Absent: tick data. */
  readonly cadence?: number;
  /** Off the live market: minute of the figures shown; where that minute has none, the last one before it. */
  readonly recorded?: number;
  /** Live: the figures are those of finished days, and have no age. */
  readonly isDaily?: boolean;
  /** Live: what is wrong with the feed, in words; '' for nothing. */
  readonly trouble?: string;
  /** Live: what the figures lack though the feed is up, in words: they are none the worse for it. '' for nothing. */
  readonly lacks?: string;
  /** Live, before the session: the minute at which it opens. The figures are those of the previous close and do not age. */
  readonly opensAt?: number;
};

/** fresh: dot. late, or its feed is in trouble: hollow, `warn`. stale: `danger` with a sign, prices turn quiet. waiting: nothing has come yet, or the market has not opened. */
export type FreshnessState = "fresh" | "late" | "stale" | "waiting" | "replay" | "history";

export type FreshnessText = {
  readonly state: FreshnessState;
  /** '0.4 s', '42 s stale', 'waiting'; replay and history: the clock. */
  readonly age: string;
  /** 'Simulated · 18 Aug 2026'. */
  readonly origin: string;
  /** '12:15:03 · 1x'. */
  readonly clock: string;
};

/** Tick data, milliseconds. */
const LATE_MS = 3000;
const STALE_MS = 15_000;
/** Minute data, cadences. */
const LATE_CADENCES = 1.5;
const STALE_CADENCES = 3;
const MINUTE_MS = 60_000;

export function freshnessState(reading: FreshnessReading): FreshnessState {
  if (reading.mode !== "live") return reading.mode;
  if (reading.isDaily) return reading.trouble ? "late" : "fresh";
  if (reading.age === undefined || isBeforeOpen(reading)) return "waiting";
  const { cadence } = reading;
  const late = cadence === undefined ? LATE_MS : LATE_CADENCES * cadence * MINUTE_MS;
  const stale = cadence === undefined ? STALE_MS : STALE_CADENCES * cadence * MINUTE_MS;
  if (reading.age > stale) return "stale";
  return reading.age > late || reading.trouble ? "late" : "fresh";
}

const isBeforeOpen = ({ opensAt = Number.NaN }: FreshnessReading): boolean => !Number.isNaN(opensAt);

export function freshnessText(reading: FreshnessReading): FreshnessText {
  const state = freshnessState(reading);
  return {
    state,
    age: ageText(state, reading),
    origin: reading.date === "" ? reading.source : `${reading.source} · ${dateText(reading.date)}`,
    clock: reading.date === "" ? "" : clockText(reading),
  };
}

function ageText(state: FreshnessState, reading: FreshnessReading): string {
  const hole = holeText(reading);
  if (state === "replay") return `${timeText(reading.minute)} replay${hole}`;
  if (state === "history") return `history${hole}`;
  if (reading.isDaily) return "daily";
  if (reading.opensAt !== undefined && isBeforeOpen(reading)) return `opens ${timeText(reading.opensAt)}`;
  if (reading.age === undefined) return "waiting";
  const seconds = Math.max(0, reading.age) / 1000;
  if (state === "stale") return `${Math.floor(seconds)} s stale`;
  return seconds < 10 ? `${(Math.floor(seconds * 10) / 10).toFixed(1)} s` : `${Math.floor(seconds)} s`;
}

/** Where the figures are those of an earlier minute than the one asked for, that is said: in a hole, between two snapshots. */
function holeText({ minute, recorded }: FreshnessReading): string {
  if (recorded === undefined || Math.floor(minute) === recorded) return "";
  return Number.isNaN(recorded) ? ", no figures yet" : `, figures of ${timeText(recorded)}`;
}

function clockText(reading: FreshnessReading): string {
  if (reading.mode === "history") return timeText(reading.minute);
  const speed = reading.mode === "replay" ? `${trimmed(reading.speed)} s/step` : `${trimmed(reading.speed)}x`;
  return `${timeText(reading.minute, reading.mode === "live")} · ${speed}`;
}

function trimmed(value: number): string {
  return String(Math.round(value * 100) / 100);
}
