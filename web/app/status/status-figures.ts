/** The figures of the status page in words, and rates from two readings of counters. */
import type { OperatorStatus } from "#contract/wire/http/operator.ts";
import { formats } from "../../format/format.ts";

export interface Reading {
  readonly status: OperatorStatus;
  /** When it came, in milliseconds of a monotonic clock. */
  readonly at: number;
}

/** What happened between two readings, a second. */
export interface Rates {
  /** Share of one core: 1 is all of it. */
  readonly cpu: number;
  /** Frames handed to sockets. */
  readonly delivered: number;
  readonly encoded: number;
  /** Bytes of the frames encoded. */
  readonly bytes: number;
}

/** Undefined when there is nothing between them: no time, or a restart of the server. */
export function ratesOf(before: Reading, after: Reading): Rates | undefined {
  const seconds = (after.at - before.at) / 1000;
  const from = totalsOf(before.status);
  const to = totalsOf(after.status);
  if (seconds <= 0 || after.status.process.uptimeSeconds < before.status.process.uptimeSeconds) return undefined;
  return {
    cpu: (to.cpu - from.cpu) / seconds,
    delivered: (to.delivered - from.delivered) / seconds,
    encoded: (to.encoded - from.encoded) / seconds,
    bytes: (to.bytes - from.bytes) / seconds,
  };
}

function totalsOf({ process, frames }: OperatorStatus): Rates {
  const totals = { cpu: process.cpuSeconds, delivered: 0, encoded: 0, bytes: 0 };
  for (const kind of Object.values(frames)) {
    totals.delivered += kind.delivered;
    totals.encoded += kind.encoded;
    totals.bytes += kind.bytes;
  }
  return totals;
}

const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

/** '512 B', '1.5 kB', '493 MB': three digits at least. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** '45 s', '3 min 20 s', '2 h 5 min', '4 d 3 h'. */
export function durationText(seconds: number): string {
  const whole = Math.floor(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  if (whole < 86_400) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3600)} h`;
}

/** '0.4 s', '12 s'; '-' before the first change. */
export const ageText = (ms: number | null): string =>
  ms === null ? "-" : ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : durationText(ms / 1000);

export const percentText = (share: number): string => `${(share * 100).toFixed(1)} %`;

export const countText = (count: number): string => formats.whole.text(count);

const FRAME_TITLES: Readonly<Record<string, string>> = {
  tick: "What changed in a room since its last frame: encoded once a room, delivered to every socket that reads its ticks",
  minute: "A closed minute of a room: encoded once, delivered to every socket that reads its minutes",
  dictionary: "Contracts of a room, new ones or what became known of them; delivered, they count as ticks and minutes",
};

/** What a kind of frame is; undefined for a kind that this page does not know. */
export const frameTitle = (kind: string): string | undefined => FRAME_TITLES[kind];
