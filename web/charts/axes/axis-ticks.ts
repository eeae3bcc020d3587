/** Steps of the time axis, in minutes: 30 or 60; shorter ones while the session is young, longer ones in small panes. */
const MINUTE_STEPS = [5, 10, 15, 30, 60, 120, 180] as const;
const NORMAL_STEP = 30;

/**
 * Round minutes within the range, at least `spacing` pixels apart.
 * Prefers 30 and 60; goes below only if fewer than three labels would stand.
 */
export function minuteTicks(from: number, to: number, width: number, spacing: number): readonly number[] {
  const span = Math.max(to - from, 1);
  const fits = (step: number): boolean => (step / span) * width >= spacing;
  const sparse = span < 3 * NORMAL_STEP;
  const step =
    MINUTE_STEPS.find((each) => (sparse || each >= NORMAL_STEP) && fits(each)) ?? (MINUTE_STEPS.at(-1) as number);
  const ticks: number[] = [];
  for (let minute = Math.ceil(from / step) * step; minute <= to; minute += step) ticks.push(minute);
  return ticks;
}

/**
 * How many strikes apart labels stand: 1 where each label fits its step, else the least count that fits.
 * @param extent what one label takes along the axis, gap included, pixels
 */
export function labelStride(step: number, extent: number): number {
  if (!(step > 0)) return 1;
  return Math.max(1, Math.ceil(extent / step));
}

/** Rotation of strike labels in degrees by the number of strikes: 7 stand flat, 14 lean, more lean further. */
export function rotationByCount(strikes: number): number {
  if (strikes <= 7) return 0;
  return strikes <= 14 ? 30 : 45;
}

/** What a label of the given width takes along and across the axis once rotated, pixels. */
export function rotatedExtent(width: number, lineHeight: number, degrees: number): { along: number; across: number } {
  const radians = (degrees * Math.PI) / 180;
  const sin = Math.sin(radians);
  const cos = Math.cos(radians);
  // Slanted neighbours pass beside each other: what keeps them apart is the line height over the sine.
  const along = degrees === 0 ? width : Math.min(width * cos + lineHeight * sin, lineHeight / sin);
  return { along, across: width * sin + lineHeight * cos };
}

/** HH:MM of a minute of the day. */
export function clockText(minute: number): string {
  const hours = Math.floor(minute / 60);
  const minutes = Math.floor(minute % 60);
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}
