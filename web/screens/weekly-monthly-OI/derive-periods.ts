/** Weeks and months of a future: its finished days out of the documents, and the day of its room so far. */
import { HIGH, LOW, LTP, OI, OPEN, VOL } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { scheduledFutures } from "#contract/domain/reference/expiries.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { BarDays } from "#contract/wire/documents.ts";
import { futureRow } from "#market/futures/future-row.ts";
import { type FutureDay, periodsOf } from "#market/futures/periods.ts";
import { cellOf, type DayMoment } from "#market/reference/moment.ts";
import { PERIOD_SLOTS, type Periods, type Show } from "./snapshot.ts";

const NO_PERIODS: Periods = { from: [], to: [], values: new Float64Array(0) };

/** What is known of one expiry: its document, and its room at the moment. */
export interface ListedBars {
  readonly expiry: IsoDate;
  readonly document: BarDays | undefined;
  readonly at: DayMoment | undefined;
}

interface PeriodsInput {
  readonly symbol: string;
  readonly show: Show;
  /** The expiry whose prices are shown. */
  readonly own: ListedBars;
  /** All whose volume and open interest are added up, the own one among them; undefined: its own alone. */
  readonly all: readonly ListedBars[] | undefined;
  readonly today: IsoDate;
  /** Today is not over. */
  readonly isRunning: boolean;
  /** It is a past day as it ended: its document may tell of it. In a replay that would be what is to come. */
  readonly hasEnded: boolean;
}

export function periodTable(input: PeriodsInput): Periods {
  const { symbol, show, own, all, today } = input;
  if (show === "buildUps") return NO_PERIODS;
  const days = daysOf(own, input);
  const others = (all ?? [])
    .filter(({ expiry }) => expiry !== own.expiry)
    .map((listed) => ({ expiry: listed.expiry, days: byDate(daysOf(listed, input)) }));
  const together = all === undefined ? days : days.map((day) => withOthers(day, symbol, own.expiry, others));
  const periods = periodsOf(together, show, underlyingOf(symbol).segment, today);
  const values = new Float64Array(periods.length * PERIOD_SLOTS.length);
  for (const [i, period] of periods.entries())
    values.set(
      PERIOD_SLOTS.map((slot) => Number(period[slot])),
      i * PERIOD_SLOTS.length,
    );
  return { from: periods.map(({ from }) => from), to: periods.map(({ to }) => to), values };
}

const byDate = (days: readonly FutureDay[]): ReadonlyMap<IsoDate, FutureDay> =>
  new Map(days.map((day) => [day.date, day]));

/** Oldest first, up to today. */
function daysOf({ document, at }: ListedBars, { symbol, today, isRunning, hasEnded }: PeriodsInput): FutureDay[] {
  const row = document?.symbols.indexOf(symbol) ?? -1;
  const days: FutureDay[] = [];
  let ended: FutureDay | undefined;
  for (const [day, date] of (row < 0 ? [] : (document?.dates ?? [])).entries()) {
    if (date > today || (date === today && !hasEnded)) continue;
    const { columns, dates } = document!;
    const cell = row * dates.length + day;
    const of = (field: keyof typeof columns): number => columns[field][cell]!;
    if (Number.isNaN(of("close"))) continue;
    const [open, high, low, close] = [of("open"), of("high"), of("low"), of("close")];
    const known = {
      date,
      open,
      high,
      low,
      close,
      volume: of("volume"),
      oi: of("oi"),
      isPartial: of("isPartial") === 1,
    };
    if (date === at?.day.date) ended = known;
    else days.push(known);
  }
  const current = at && soFar(at, symbol, isRunning && at.day.date === today);
  return current ? [...days, completed(current, ended)] : days;
}

/** The room is nearer to the truth; what its source did not record, its day's end-of-day figures may tell. */
const completed = (day: FutureDay, ended: FutureDay | undefined): FutureDay =>
  ended ? { ...day, open: day.open || ended.open, high: day.high || ended.high, low: day.low || ended.low } : day;

/** The day of a room up to a moment; undefined where it does not list the symbol, has no price yet, or has not opened: the price stands from the day before. */
function soFar({ day, moment, minute }: DayMoment, symbol: string, isPartial: boolean): FutureDay | undefined {
  const row = futureRow(day, symbol);
  const figure = (field: number, divisor: number): number => {
    const value = cellOf(moment, field, row);
    return value < 0 ? Number.NaN : value / divisor;
  };
  const price = (field: number): number => figure(field, day.priceScale) || Number.NaN;
  const close = price(LTP);
  if (row < 0 || Number.isNaN(close) || minute < day.open) return undefined;
  const [open, high, low] = [price(OPEN), price(HIGH), price(LOW)];
  return { date: day.date, open, high, low, close, volume: figure(VOL, 1), oi: figure(OI, 1), isPartial };
}

/** Volume and open interest of all expiries; a day is partial where one that was listed then is not known. */
function withOthers(
  day: FutureDay,
  symbol: string,
  own: IsoDate,
  others: readonly { readonly expiry: IsoDate; readonly days: ReadonlyMap<IsoDate, FutureDay> }[],
): FutureDay {
  const found = others.flatMap(({ expiry, days }) => {
    const other = days.get(day.date);
    return other ? [{ expiry, other }] : [];
  });
  const known = new Set([own, ...found.map(({ expiry }) => expiry)]);
  return {
    ...day,
    volume: found.reduce((sum, { other }) => sum + other.volume, day.volume),
    oi: found.reduce((sum, { other }) => sum + other.oi, day.oi),
    isPartial:
      day.isPartial ||
      found.some(({ other }) => other.isPartial) ||
      scheduledFutures(symbol, day.date).some((expiry) => !known.has(expiry)),
  };
}
