/**
 * Underlyings by day: shares from NSE's full bhavcopy of the cash market (as it is, or a table made of it), indexes from
 * a vendor's open, high, low and close.
 */
import { OFFICIAL, RECORDED } from "../../daily/daily-figures.ts";
import { amountIn, columnIndexes, createDateReader, nameIn } from "./cell-values.ts";
import type { DailyFormat } from "./daily-format.ts";

const CASH = [
  "SYMBOL",
  "PREV_CLOSE",
  "OPEN_PRICE",
  "HIGH_PRICE",
  "LOW_PRICE",
  "LAST_PRICE",
  "CLOSE_PRICE",
  "TTL_TRD_QNTY",
] as const;

const cashFormat = (name: string, dateColumn: string, more: readonly string[]): DailyFormat => ({
  becomes: "daily",
  name,
  columns: [...CASH, dateColumn, ...more],
  volume: "units",

  createReader(header) {
    const at = columnIndexes(header, CASH);
    const { [dateColumn]: dateAt, SERIES: seriesAt } = columnIndexes(header, [dateColumn, "SERIES"]);
    const read = createDateReader();
    return (cells) => {
      if (seriesAt >= 0 && cells[seriesAt].trim() !== "EQ") return undefined;
      const amount = (column: keyof typeof at): number => amountIn(cells, at[column], column);
      return {
        date: read.exchangeDate(cells, dateAt, dateColumn),
        sightings: [
          {
            symbol: nameIn(cells, at.SYMBOL, "SYMBOL"),
            type: "EQ",
            open: amount("OPEN_PRICE"),
            high: amount("HIGH_PRICE"),
            low: amount("LOW_PRICE"),
            close: amount("CLOSE_PRICE"),
            last: amount("LAST_PRICE"),
            prevClose: amount("PREV_CLOSE"),
            volume: amount("TTL_TRD_QNTY"),
            rank: OFFICIAL,
          },
        ],
      };
    };
  },
});

export const fullBhavcopy: DailyFormat = cashFormat("cash market bhavcopy (full)", "DATE1", ["SERIES"]);
export const cashCloses: DailyFormat = cashFormat("shares by day", "DATE", []);

const INDEX = ["symbol", "Date", "Open", "High", "Low", "Close"] as const;

/** Vendors count the volume of an index in ways of their own: it is not imported. */
export const indexCloses: DailyFormat = {
  becomes: "daily",
  name: "index by day",
  columns: INDEX,
  volume: "units",

  createReader(header) {
    const at = columnIndexes(header, INDEX);
    const read = createDateReader();
    return (cells) => {
      const amount = (column: keyof typeof at): number => amountIn(cells, at[column], column);
      return {
        date: read.exchangeDate(cells, at.Date, "Date"),
        sightings: [
          {
            symbol: nameIn(cells, at.symbol, "symbol"),
            type: "EQ",
            open: amount("Open"),
            high: amount("High"),
            low: amount("Low"),
            close: amount("Close"),
            rank: RECORDED,
          },
        ],
      };
    };
  },
};
