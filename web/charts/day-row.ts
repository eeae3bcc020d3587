/**
 * Several days in a row on one axis of minutes, oldest first. Minutes of the newest day stand at themselves, so that its marks,
 * labels and crosshair are those of a chart of one day; minutes of a day before stand `shift` lower.
 */
import { clockText, minuteTicks } from "./axes/axis-ticks.ts";
import type { DateTick } from "./axes/date-ticks.ts";

export type ChartDay = {
  readonly date: string;
  /** '17 Aug' */
  readonly name: string;
  /** x of its first and its last minute. */
  readonly from: number;
  readonly to: number;
  /** Index of its first point. */
  readonly at: number;
  /** Its minutes less their x; 0 of the newest. */
  readonly shift: number;
  /** Minutes between two points of its source. */
  readonly cadence: number;
  /** Why it has no figures. */
  readonly why?: string | undefined;
};

/** The day that an x is of; the space after a day is its own. */
export const dayAt = (days: readonly ChartDay[], x: number): ChartDay | undefined =>
  days.findLast(({ from }) => from <= x) ?? days[0];

/** '10:15' of the newest day, '17 Aug 10:15' of one before. */
export function minuteText(x: number, days: readonly ChartDay[] = []): string {
  const { shift = 0, name = "" } = dayAt(days, x) ?? {};
  return shift === 0 ? clockText(x) : `${name} ${clockText(x + shift)}`;
}

/** A day that has room for so many labels has round minutes beside its name. */
const LEAST_LABELS = 3;

/**
 * Each day's name where it begins, and round minutes between where a day has the room.
 * @param perMinute pixels of a minute
 * @param spacing least pixels between two labels
 */
export function dayTicks(days: readonly ChartDay[], perMinute: number, spacing: number): readonly DateTick[] {
  return days.flatMap(({ name, from, to, shift }) => {
    const width = (to - from) * perMinute;
    const first = { at: from, text: name };
    if (width < LEAST_LABELS * spacing) return [first];
    const ticks = minuteTicks(from + shift, to + shift, width, spacing)
      .map((minute) => ({ at: minute - shift, text: clockText(minute) }))
      .filter(({ at }) => Math.min(at - from, to - at) * perMinute >= spacing);
    return [first, ...ticks];
  });
}
