/**
 * Closes out of end-of-day figures for replies that look back over many days. No volatility and no build-up: these are
 * made of minutes.
 */
import { underlyingOf } from "#contract/domain/instruments.ts";
import { ABSENT, type IsoDate } from "#contract/domain/units.ts";
import { changeOf, type DayAggregates, type SymbolClose } from "../aggregates/day-aggregates.ts";
import type { PastDailies } from "../aggregates/past-dailies.ts";
import type { DailyDay, DailyFigures, UnderlyingFigures } from "./daily-figures.ts";

/** Days that are told: as many as a reply shows, and a few more. */
const MOST_DAYS = 320;

export const createPastCloses = (daily: DailyFigures): PastDailies => ({
  async days(before: IsoDate) {
    const dates = (await daily.dates()).filter((date) => date < before).slice(-MOST_DAYS);
    const days = await Promise.all(dates.map((date) => daily.day(date)));
    return days
      .filter((day) => day !== undefined && day.underlyings.length > 0)
      .map((day) => closesOf(day as DailyDay));
  },
  settled: () => Promise.resolve(),
});

const closesOf = ({ date, source, version, underlyings }: DailyDay): DayAggregates => ({
  date,
  source,
  madeOf: version,
  closes: Object.fromEntries(underlyings.map((row) => [row.symbol, closeOf(row)])),
  buildUps: {},
});

/** A recorder's last price stands for a close that nobody told. */
function closeOf({ symbol, close, last, prevClose }: UnderlyingFigures): SymbolClose {
  const { priceScale } = underlyingOf(symbol);
  const rupees = (scaled: number): number | null => (scaled === ABSENT ? null : scaled / priceScale);
  const price = rupees(close) ?? rupees(last);
  return { close: price, change: changeOf(price, rupees(prevClose)), iv: null };
}
