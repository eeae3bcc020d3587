/**
 * Days put together into series. Where several sources know an underlying on one date, one of them tells all of it: the
 * first in the list, which has the archive's days before others, and real ones before simulated. A reply names whose days
 * it holds.
 */

import type { Source } from "#contract/domain/columns.ts";
import { expiryPath, underlyingOf } from "#contract/domain/instruments.ts";
import { addDays, previousTradingDay } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { FutureBar, futuresDaily, futuresHistory } from "#contract/wire/http/futures.ts";
import type { volatility } from "#contract/wire/http/market.ts";
import { changeOf, type DayAggregates, type SymbolClose } from "./day-aggregates.ts";
import type { PastAnswer } from "./past-dailies.ts";

export type VolatilityReply = ResponseOf<typeof volatility>;
export type FuturesHistoryReply = ResponseOf<typeof futuresHistory>;
export type FuturesDailyReply = ResponseOf<typeof futuresDaily>;

/** Days a volatility reply tells at most. */
const MOST_DAYS = 300;

interface Told<Value> {
  readonly source: Source;
  readonly value: Value;
}

/**
 * By date and symbol.
 * @param days the ones to be believed first come first
 * @param completed puts what another real day tells into what is not known
 */
function bySymbol<Value>(
  days: readonly DayAggregates[],
  valuesOf: (day: DayAggregates) => Readonly<Record<string, Value>>,
  completed?: (value: Value, other: Value) => Value,
): Map<IsoDate, Map<string, Told<Value>>> {
  const found = new Map<IsoDate, Map<string, Told<Value>>>();
  for (const day of days) {
    for (const [symbol, value] of Object.entries(valuesOf(day))) {
      const symbols = found.get(day.date) ?? new Map<string, Told<Value>>();
      found.set(day.date, symbols);
      const known = symbols.get(symbol);
      if (known === undefined) symbols.set(symbol, { source: day.source, value });
      else if (completed && day.source !== "sim")
        symbols.set(symbol, { ...known, value: completed(known.value, value) });
    }
  }
  return found;
}

/** Daily changes and volatilities of every underlying. */
export function volatilityReply({ days, pending }: PastAnswer): VolatilityReply {
  const known = bySymbol(days, ({ closes }) => closes);
  const dates = [...known.keys()].sort().slice(-MOST_DAYS);
  const symbols = new Set(dates.flatMap((date) => [...(known.get(date)?.keys() ?? [])]));
  const data: Record<string, [number | null, number | null][]> = {};
  const sources: Record<string, Source[]> = {};
  for (const symbol of [...symbols].sort()) {
    const told = dates.map((date) => known.get(date)?.get(symbol));
    const first = told.findIndex((day) => day !== undefined);
    data[symbol] = told.slice(first).map((day, index): [number | null, number | null] => {
      if (day === undefined) return [null, null];
      const date = dates[first + index];
      return [day.value.change ?? changeSince(known, symbol, date, day), day.value.iv];
    });
    sources[symbol] = sourcesOf(told);
  }
  // A symbol cannot be called 'dates'; the type of the whole cannot say so.
  return { data: { ...data, dates: dates.map(expiryPath) }, sources, pending } as VolatilityReply;
}

/** Where the day does not tell its change: since the trading day before, if the same source has that. */
function changeSince(
  known: ReadonlyMap<IsoDate, ReadonlyMap<string, Told<SymbolClose>>>,
  symbol: string,
  date: IsoDate,
  { source, value }: Told<SymbolClose>,
): number | null {
  const previous = known.get(previousTradingDay(underlyingOf(symbol).segment, date))?.get(symbol);
  return previous?.source === source ? changeOf(value.close, previous.value.close) : null;
}

/** A contract is listed three months before it expires; nothing of the year before is it. */
const LONGEST_LIFE_DAYS = 200;

/** What the futures of an expiry built up; undefined when no day knows that expiry, or may yet. */
export const futuresHistoryReply = (answer: PastAnswer, expiry: IsoDate): FuturesHistoryReply | undefined =>
  ofExpiry(answer, expiry, ({ buildUps }) => buildUps[expiry]);

/** What they traded at; undefined as above. What minutes do not tell, as their open, is that of the day's end-of-day figures. */
export const futuresDailyReply = (answer: PastAnswer, expiry: IsoDate): FuturesDailyReply | undefined =>
  ofExpiry(answer, expiry, ({ bars }) => bars?.[expiry], completedBar);

const completedBar = (bar: FutureBar, other: FutureBar): FutureBar =>
  bar.map((figure, field) => figure ?? other[field]) as FutureBar;

function ofExpiry<Value>(
  { days, pending }: PastAnswer,
  expiry: IsoDate,
  valuesOf: (day: DayAggregates) => Readonly<Record<string, Value>> | undefined,
  completed?: (value: Value, other: Value) => Value,
) {
  const from = addDays(expiry, -LONGEST_LIFE_DAYS);
  const known = bySymbol(days, (day) => (day.date >= from ? (valuesOf(day) ?? {}) : {}), completed);
  if (known.size === 0 && pending === 0) return undefined;
  const data: Record<string, Record<string, Value>> = {};
  const told = new Map<string, Told<Value>[]>();
  for (const date of [...known.keys()].sort()) {
    for (const [symbol, day] of known.get(date) ?? []) {
      data[symbol] ??= {};
      data[symbol][expiryPath(date)] = day.value;
      told.set(symbol, [...(told.get(symbol) ?? []), day]);
    }
  }
  const sources = Object.fromEntries([...told].map(([symbol, ofSymbol]) => [symbol, sourcesOf(ofSymbol)]));
  return { data, sources, pending };
}

const sourcesOf = (told: readonly (Told<unknown> | undefined)[]): Source[] => [
  ...new Set(told.filter((day) => day !== undefined).map(({ source }) => source)),
];
