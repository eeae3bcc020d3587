/** Where the strip's head stands. Pure. */
import type { FrozenDay, ReplayTime } from "#contract/domain/clock.ts";
import type { Snapshot } from "./snapshot.ts";

export interface HeadInput {
  readonly strip: Snapshot | undefined;
  readonly replay: ReplayTime | undefined;
  /** The day looked at; undefined: the live market. */
  readonly day: FrozenDay | undefined;
  /** The exchange's minute now, with a fraction; NaN where it is not known. */
  readonly now: number;
}

/** The minute of the IST day: the replay's, now, or a standing day's last one recorded. NaN where there is no day yet. */
export function headMinute({ strip, replay, day, now }: HeadInput): number {
  if (replay) return replay.minute;
  if (!strip) return Number.NaN;
  const { open, close, last } = strip;
  return day === undefined ? Math.min(Math.max(Math.floor(now), open), close) : last;
}
