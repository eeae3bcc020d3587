/** The init dataset: what the market lists on a day. */

import { EXCHANGES, type Exchange, expiryKey, isCurrency } from "#contract/domain/instruments.ts";
import { hoursOf, slotTimes, TIME_9AM } from "#contract/domain/reference/calendar.ts";
import { isMonthly } from "#contract/domain/reference/expiries.ts";
import type { InitList } from "#contract/wire/http/market.ts";
import type { SymbolFacts } from "../feed.ts";
import type { DayFacts } from "./day-source.ts";

const EQUITY = "equity-derivatives";

export function initList({ date, symbols, spots }: DayFacts): InitList {
  const session = hoursOf(EQUITY, date);
  const previousClose = (symbol: string): number | null =>
    symbols.find((facts) => facts.symbol === symbol)?.prevClose ?? null;
  const bySymbol = <Value>(value: (facts: SymbolFacts) => Value): Record<string, Value> =>
    Object.fromEntries(symbols.map((facts) => [facts.symbol, value(facts)]));
  return [
    { name: "time", data: slotTimes(session), time9am: [...TIME_9AM], date },
    {
      name: "indexPrev",
      data: {
        indexData: { ...spots() },
        nifty_prev: previousClose("NIFTY"),
        bank_prev: previousClose("BANKNIFTY"),
        sensex_prev: previousClose("SENSEX"),
        bankex_prev: previousClose("BANKEX"),
      },
      date,
    },
    { name: "SymbolsAndExpiry", data: expiriesByExchange(symbols), date },
    {
      name: "StrikeDifference",
      data: bySymbol(({ lotSize, strikeStep }): [number, number] => [lotSize, strikeStep]),
      ticks: Object.fromEntries(symbols.flatMap(({ symbol, ticks }) => (ticks ? [[symbol, ticks]] : []))),
      date,
    },
    { name: "qtyfreeze", data: bySymbol(({ freezeQty }) => freezeQty), date },
    { name: "futureExp", data: futureExpiries(symbols), date },
  ];
}

function expiriesByExchange(symbols: readonly SymbolFacts[]): Record<string, Record<string, string[]>> {
  const listed: Record<string, Record<string, string[]>> = {};
  for (const { exchange, symbol, expiries } of symbols) {
    // Its futures alone are traded: there is no chain to choose.
    if (expiries.length === 0) continue;
    listed[exchange] ??= {};
    listed[exchange][symbol] = [...expiries].sort().map(expiryKey);
  }
  return listed;
}

/**
 * The expiries of each exchange's futures: of equity, nearest first, so that the first one is the room that most look
 * at, then the monthlies that currency alone has.
 */
function futureExpiries(symbols: readonly SymbolFacts[]): Record<string, string[]> {
  const listed = (exchange: Exchange): string[] => {
    const traded = symbols.filter((facts) => facts.exchange === exchange);
    const equity = traded.filter(({ symbol }) => !isCurrency(symbol)).flatMap(({ futureExpiries }) => futureExpiries);
    const currency = traded
      .filter(({ symbol }) => isCurrency(symbol))
      .flatMap(({ futureExpiries }) => futureExpiries.filter((expiry) => isMonthly(expiry, futureExpiries)));
    return [...new Set([...equity.sort(), ...currency.sort()])].map(expiryKey);
  };
  return Object.fromEntries(EXCHANGES.map((exchange) => [exchange, listed(exchange)]));
}
