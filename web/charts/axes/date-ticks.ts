/** Days as x: their numbers, their words, and the round ones among them. */

const DAY_MS = 86_400_000;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** The x of a date 'YYYY-MM-DD': days since 1970. */
export const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);

/** '18-Aug-26' */
export function dayText(day: number): string {
  const date = new Date(day * DAY_MS);
  const two = (value: number): string => `${value}`.padStart(2, "0");
  return `${two(date.getUTCDate())}-${MONTHS[date.getUTCMonth()]}-${two(date.getUTCFullYear() % 100)}`;
}

/** `at`: place of the day among the days of the chart. */
export type DateTick = { readonly at: number; readonly text: string };

function months(day: number): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Stretches of days, by the number of the stretch that a day is in: each is marked by its first trading day. */
const STRETCHES: readonly ((day: number) => number)[] = [
  (day) => day,
  (day) => Math.floor((day + 3) / 7), // weeks begin on Monday; day 0 was a Thursday
  ...[1, 2, 3, 6, 12].map((length) => (day: number) => Math.floor(months(day) / length)),
];

/**
 * The first trading day of each day, week, month, two months, quarter, half-year or year: the shortest of them whose ticks stand at
 * least `spacing` pixels apart. A stretch that begins before the first day of the chart has no tick.
 * @param days day numbers, ascending; they stand evenly over `width` pixels
 */
export function dateTicks(days: ArrayLike<number>, width: number, spacing: number): readonly DateTick[] {
  const step = width / Math.max(1, days.length - 1);
  for (const stretch of STRETCHES) {
    const ticks = ticksOf(days, stretch);
    if (ticks.every(({ at }, i) => i === 0 || (at - (ticks[i - 1] as DateTick).at) * step >= spacing)) return ticks;
  }
  return [];
}

function ticksOf(days: ArrayLike<number>, stretchOf: (day: number) => number): readonly DateTick[] {
  const ticks: DateTick[] = [];
  for (let at = 0; at < days.length; at++) {
    const day = days[at] as number;
    const before = at === 0 ? day - 1 : (days[at - 1] as number);
    if (stretchOf(day) !== stretchOf(before)) ticks.push({ at, text: dayText(day) });
  }
  return ticks;
}
