/** The near USDINR future by day, in a table that names no symbol: settlement prices, no OI, no volume. */
import { RECORDED } from "../../daily/daily-figures.ts";
import { amountIn, columnIndexes, createDateReader } from "./cell-values.ts";
import type { DailyFormat } from "./daily-format.ts";

const COLUMNS = ["Expiry", "Previous settle", "Open", "High", "Low", "Close", "Settle", "Timestamp"] as const;

export const currencyHistory: DailyFormat = {
  becomes: "daily",
  name: "USDINR future by day",
  columns: COLUMNS,
  volume: "units",

  createReader(header) {
    const at = columnIndexes(header, COLUMNS);
    const read = createDateReader();
    return (cells) => {
      const amount = (name: keyof typeof at): number => amountIn(cells, at[name], name);
      return {
        date: read.exchangeDate(cells, at.Timestamp, "Timestamp"),
        sightings: [
          {
            symbol: "USDINR",
            type: "FUT",
            expiry: read.exchangeDate(cells, at.Expiry, "Expiry"),
            open: amount("Open"),
            high: amount("High"),
            low: amount("Low"),
            close: amount("Close"),
            settle: amount("Settle"),
            prevClose: amount("Previous settle"),
            rank: RECORDED,
          },
        ],
      };
    };
  },
};
