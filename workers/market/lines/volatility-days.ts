/** Historical volatility of a symbol's closes and its IV at the money, by day, out of the daily document. */

import type { MarketClock } from "#contract/domain/clock.ts";
import type { HvWindow, VolatilityLines } from "#contract/domain/snapshots/volatility-lines.ts";
import { type IsoDate, round2 } from "#contract/domain/units.ts";
import type { VolatilityDays } from "#contract/wire/documents.ts";
import { historicalVolatility, isSplit, standingOf } from "./volatility.ts";

const SHOWN_DAYS = 252;

/** A symbol's row of a column; empty where the document does not have it. */
function cellsOf(days: VolatilityDays, symbol: string, column: Float64Array): Float64Array {
  const row = days.symbols.indexOf(symbol);
  const count = days.dates.length;
  return row < 0 ? new Float64Array(0) : column.slice(row * count, (row + 1) * count);
}

/** The day that a replay is in: it has not closed yet, though the document of a past day holds its close. */
export const dayPlayed = ({ mode, date }: MarketClock): IsoDate | undefined => (mode === "replay" ? date : undefined);

/** @param before days from it on are not told; all are unless it is given */
export function volatilityLines(
  days: VolatilityDays,
  symbol: string,
  window: HvWindow,
  before?: IsoDate,
): VolatilityLines {
  const told = before === undefined ? days.dates : days.dates.filter((date) => date < before);
  const changes = cellsOf(days, symbol, days.columns.change).subarray(0, told.length);
  const iv = cellsOf(days, symbol, days.columns.iv).subarray(0, told.length);

  const splits: IsoDate[] = [];
  for (const [day, change] of changes.entries()) {
    if (!isSplit(change)) continue;
    splits.push(told[day]!);
    changes[day] = Number.NaN;
  }
  const hv = new Float64Array(changes.length);
  historicalVolatility(hv, changes, window);

  const isKnown = (_: number, day: number): boolean => !Number.isNaN(changes[day]!) || !Number.isNaN(iv[day]!);
  const first = iv.findIndex(isKnown);
  const from = first < 0 ? iv.length : Math.max(first, iv.length - SHOWN_DAYS);
  const shownIv = iv.subarray(from).map(round2);
  const { low, high, rank, percentile } = standingOf(shownIv);
  const dates = iv.length === 0 ? [] : told.slice(from);
  return {
    window,
    series: { x: { dates }, lines: { hv: hv.subarray(from).map(round2), iv: shownIv } },
    ivLow: low,
    ivHigh: high,
    ivRank: rank,
    ivPercentile: percentile,
    splits: splits.filter((date) => date >= (dates[0] ?? "")),
    changes: changes.filter((change) => !Number.isNaN(change)).length,
    pending: days.pending,
  };
}

/** Closes by day, oldest first; rupees. */
export interface DailyCloses {
  readonly dates: readonly IsoDate[];
  readonly closes: readonly number[];
}

/**
 * The closes of the last `count` finished days before `date`, computed backwards from the last of them by the daily changes. They
 * begin after the last day whose change is not known, or is that of a split. None unless the document's newest day is
 * `last`, whose close is `close`.
 */
export function closesBefore(
  days: VolatilityDays | undefined,
  symbol: string,
  last: IsoDate,
  close: number,
  count: number,
): DailyCloses {
  const changes = days ? cellsOf(days, symbol, days.columns.change) : new Float64Array(0);
  const end = changes.length === 0 ? -1 : (days?.dates.indexOf(last) ?? -1);
  const dates: IsoDate[] = [];
  const closes: number[] = [];
  let price = close;
  for (let day = end; day >= 0 && dates.length < count && price > 0; day--) {
    dates.unshift(days!.dates[day]!);
    closes.unshift(price);
    const change = changes[day]!;
    if (Number.isNaN(change) || isSplit(change)) break;
    price /= 1 + change / 100;
  }
  return { dates, closes };
}
