/** Recorded futures out of the raw files. */
import { recordedLines } from "./recorded-lines.ts";

/** Price and open interest of some 140 stock futures by date and symbol, October 2020. */
export function stockFutures(): ReadonlyMap<
  string,
  ReadonlyMap<string, { readonly price: number; readonly oi: number }>
> {
  const byDay = new Map<string, Map<string, { price: number; oi: number }>>();
  for (const line of recordedLines("futures/stock_future_oi_summary_2020-10.csv.gz")) {
    const date = (line["createdAt"] ?? "").slice(0, 10);
    const stocks = byDay.get(date) ?? new Map<string, { price: number; oi: number }>();
    byDay.set(date, stocks);
    const figures = { price: Number(line["spot-price"]), oi: Number(line["future-open-interest"]) };
    stocks.set(line["symbol"] ?? "", figures);
  }
  return byDay;
}

/** A stock's futures of all months on a day, as they were published. */
export interface RolledStock {
  readonly symbol: string;
  /** Contracts of all months. */
  readonly oi: number;
  /** Per cent: of it in the near month, and what is called rollover. */
  readonly near: number;
  readonly rollover: number;
}

/** Every published rollover of October 2020, of the stocks whose open interest is known. */
export const rolledStocks = (): readonly RolledStock[] =>
  recordedLines("futures/stock_future_oi_summary_2020-10.csv.gz")
    .map((line) => ({
      symbol: `${line["symbol"]} ${line["createdAt"]?.slice(0, 10)}`,
      oi: Number(line["future-open-interest"]),
      near: Number(line["1m-open-interest-change-percentage"]),
      rollover: Number(line["rollover-percentage"]),
    }))
    .filter(({ oi }) => oi > 0);

/** What was captured of an index future. */
export interface Capture {
  readonly symbol: string;
  /** Minute of the day. */
  readonly at: number;
  readonly price: number;
  readonly spot: number;
  /** Contracts. */
  readonly oi: number;
  readonly volume: number;
}

/** The captures of a day, in the order of the file: an exchange stamp may come twice. */
export function indexFutures(symbol: "NIFTY" | "BANKNIFTY", date: string): readonly Capture[] {
  return recordedLines(`futures/${symbol.toLowerCase()}_future_intraday_2020.csv.gz`)
    .filter((line) => line["exchange_timestamp"]?.startsWith(date))
    .map((line) => {
      const [hours = 0, minutes = 0] = (line["exchange_timestamp"] ?? "").slice(11, 16).split(":").map(Number);
      return {
        symbol,
        at: hours * 60 + minutes,
        price: Number(line["lastPrice"]),
        spot: Number(line["underlyingValue"]),
        oi: Number(line["openInterest"]),
        volume: Number(line["volume"]),
      };
    });
}
