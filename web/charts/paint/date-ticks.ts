/** Days as x: their numbers, their words, and the round ones among them. */

const DAY_MS = 86_400_000;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** The x of a date 'YYYY-MM-DD': days since 1970. */
export const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);

const dateOf = (day: number): Date => new Date(day * DAY_MS);
const monthOf = (day: number): string => MONTHS[dateOf(day).getUTCMonth()] as string;
const dayAndMonth = (day: number): string => `${dateOf(day).getUTCDate()} ${monthOf(day)}`;

/** '18 Aug 2026' */
export const dateText = (day: number): string => `${dayAndMonth(day)} ${dateOf(day).getUTCFullYear()}`;

/** `at`: place of the day among the days of the chart. */
export type DateTick = { readonly at: number; readonly text: string };

/** A stretch of days that is named by its first one. */
type Stretch = { readonly of: (day: number) => number; readonly text: (day: number) => string };

const months = (day: number): number => dateOf(day).getUTCFullYear() * 12 + dateOf(day).getUTCMonth();
/** January is named by its year as well. */
const monthText = (day: number): string =>
  dateOf(day).getUTCMonth() === 0 ? `Jan ${dateOf(day).getUTCFullYear()}` : monthOf(day);

const STRETCHES: readonly Stretch[] = [
  { of: (day) => day, text: dayAndMonth },
  { of: (day) => Math.floor((day + 3) / 7), text: dayAndMonth }, // weeks begin on Monday; day 0 was a Thursday
  { of: months, text: monthText },
  { of: (day) => Math.floor(months(day) / 3), text: monthText },
  { of: (day) => Math.floor(months(day) / 6), text: monthText },
  { of: (day) => Math.floor(months(day) / 12), text: (day) => String(dateOf(day).getUTCFullYear()) },
];

/**
 * The first trading day of each day, week, month, quarter, half-year or year: the shortest of them whose ticks stand at
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

function ticksOf(days: ArrayLike<number>, { of, text }: Stretch): readonly DateTick[] {
  const ticks: DateTick[] = [];
  for (let at = 0; at < days.length; at++) {
    const day = days[at] as number;
    const begins = at === 0 ? of(day) !== of(day - 1) : of(day) !== of(days[at - 1] as number);
    if (begins) ticks.push({ at, text: text(day) });
  }
  return ticks;
}
