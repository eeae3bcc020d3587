/** How the last days of the simulated exchange closed, as aggregates. */

import type { IsoDate } from "#contract/domain/units.ts";
import { changeOf, type DayAggregates, type SymbolClose } from "../../../market/aggregates/day-aggregates.ts";
import { type DailyHistory, dailyHistory } from "./daily-history.ts";

/** No reply looks back further. */
const MOST_DAYS = 300;

/** @param symbols all unless told @returns the days up to and with `upTo`, oldest first. */
export function simulatedCloses(seed: number, upTo: IsoDate, symbols: readonly string[] | undefined): DayAggregates[] {
  const history = dailyHistory(seed, upTo, MOST_DAYS, symbols);
  return history.dates.map((date, day) => ({
    date,
    source: "sim",
    madeOf: `seed ${seed}`,
    closes: closesOf(history, day),
    buildUps: {},
  }));
}

function closesOf({ symbols }: DailyHistory, day: number): Record<string, SymbolClose> {
  const closes: Record<string, SymbolClose> = {};
  for (const [symbol, { close, previous, iv }] of symbols) {
    closes[symbol] = { close: close[day], change: changeOf(close[day], previous[day]), iv: percent(iv[day]) };
  }
  return closes;
}

const percent = (fraction: number): number | null => (fraction > 0 ? Math.round(fraction * 1e4) / 100 : null);
