/**
 * The aggregates of a day of which only end-of-day figures are known: closes, and what futures traded at. They tell no build-up:
 * that takes its minutes.
 */

import { CE, FUT, PE, underlyingOf } from "#contract/domain/instruments.ts";
import { expiryClose, yearsToExpiry } from "#contract/domain/reference/calendar.ts";
import { ABSENT, type IsoDate } from "#contract/domain/units.ts";
import type { FutureBar } from "#contract/wire/http/futures.ts";
import { contractRow, type DailyContracts } from "../daily/daily-figures.ts";
import type { DailyTables } from "../daily/daily-file.ts";
import { type AtmVolatility, volatilityExpiry } from "./atm-volatility.ts";
import { changeOf, type DayAggregates, type SymbolClose } from "./day-aggregates.ts";

export function dailyAggregates({ day, tables }: DailyTables, volatility: AtmVolatility): DayAggregates {
  const closes: Record<string, SymbolClose> = {};
  for (const figures of day.underlyings) {
    const { symbol } = figures;
    const { priceScale } = underlyingOf(symbol);
    const close = rupees(figures.close, priceScale) ?? rupees(figures.last, priceScale);
    if (close === null) continue;
    const contracts = tables.find((table) => table.symbol === symbol);
    const iv = contracts === undefined ? null : volatilityOf(contracts, close, volatility);
    closes[symbol] = { close, change: changeOf(close, rupees(figures.prevClose, priceScale)), iv };
  }
  return {
    date: day.date,
    source: day.source,
    madeOf: day.origin.join(", "),
    closes,
    buildUps: {},
    bars: barsOf(tables),
  };
}

function barsOf(tables: readonly DailyContracts[]): NonNullable<DayAggregates["bars"]> {
  const bars: Record<IsoDate, Record<string, FutureBar>> = {};
  for (const { symbol, length, type, expiry, prices, quantities, priceScale } of tables) {
    for (let row = 0; row < length; row++) {
      if (type[row] !== FUT) continue;
      const price = (name: keyof typeof prices): number | null => rupees(prices[name][row], priceScale);
      const units = (name: keyof typeof quantities): number | null =>
        quantities[name][row] === ABSENT ? null : quantities[name][row];
      const close = price("close") ?? price("settle") ?? price("last");
      if (close === null) continue;
      const ends = [price("open"), price("high"), price("low"), close] as const;
      bars[expiry[row]] ??= {};
      bars[expiry[row]][symbol] = [...ends, units("volume"), units("oi"), 0];
    }
  }
  return bars;
}

/** At the strike nearest the close. */
function volatilityOf(contracts: DailyContracts, close: number, volatility: AtmVolatility): number | null {
  const { symbol, date, priceScale } = contracts;
  const underlying = underlyingOf(symbol);
  // The model of currency stands on the future, whose close this is not.
  if (underlying.kind === "currency") return null;
  const options = Array.from({ length: contracts.length }, (_, row) => row).filter((row) => contracts.type[row] >= CE);
  const expiries = [...new Set(options.map((row) => contracts.expiry[row]))].sort();
  const expiry = volatilityExpiry(expiries, expiries, date);
  if (expiry === undefined || expiry <= date) return null;
  const strikes = options.filter((row) => contracts.expiry[row] === expiry).map((row) => contracts.strike[row]);
  const distance = (strike: number): number => Math.abs(strike - close * priceScale);
  const strike = strikes.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  const price = (type: number): number => closeOf(contracts, contractRow(contracts, expiry, type, strike));
  const years = yearsToExpiry(underlying.segment, expiry, date, expiryClose(underlying.segment, expiry), "spec");
  return volatility(
    { strike: strike / priceScale, call: price(CE), put: price(PE), modelSpot: close, years },
    underlying,
  );
}

/** Rupees of a contract: its close, or where none is given its last price; NaN without either. */
function closeOf({ prices, priceScale }: DailyContracts, row: number): number {
  if (row < 0) return Number.NaN;
  return rupees(prices.close[row], priceScale) ?? rupees(prices.last[row], priceScale) ?? Number.NaN;
}

const rupees = (scaled: number, priceScale: number): number | null => (scaled > 0 ? scaled / priceScale : null);
