/** The init dataset: what the market lists on a day. */
import { regularHours, sessionOf, slotTimes, TIME_9AM } from "#contract/domain/calendar.ts";
import { EXCHANGES, type Exchange, expiryKey } from "#contract/domain/instruments.ts";
import type { InitList } from "#contract/wire/http/market.ts";
import type { SymbolFacts } from "../../feeds/feed.ts";
import type { DayFacts } from "./day-source.ts";

const EQUITY = "equity-derivatives";

export function initList({ date, symbols, spots }: DayFacts): InitList {
  const session = sessionOf(EQUITY, date) ?? regularHours(EQUITY, date);
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
      date,
    },
    { name: "qtyfreeze", data: bySymbol(({ freezeQty }) => freezeQty), date },
    { name: "futureExp", data: futureExpiries(symbols), date },
  ];
}

function expiriesByExchange(symbols: readonly SymbolFacts[]): Record<string, Record<string, string[]>> {
  const listed: Record<string, Record<string, string[]>> = {};
  for (const { exchange, symbol, expiries } of symbols) {
    listed[exchange] ??= {};
    listed[exchange][symbol] = [...expiries].sort().map(expiryKey);
  }
  return listed;
}

/** The expiries on which any future of the exchange ends, nearest first. */
function futureExpiries(symbols: readonly SymbolFacts[]): Record<string, string[]> {
  const listed = (exchange: Exchange): string[] => {
    const dates = symbols.filter((facts) => facts.exchange === exchange).flatMap((facts) => facts.futureExpiries);
    return [...new Set(dates)].sort().map(expiryKey);
  };
  return Object.fromEntries(EXCHANGES.map((exchange) => [exchange, listed(exchange)]));
}
