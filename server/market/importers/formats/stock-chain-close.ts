/**
 * Chains of all F&O stocks as a recorder saw them after the close, one snapshot a day: both sides of a strike on one
 * line, OI and volume in units. A last price is the last trade's, which may be of an earlier day where the volume is 0;
 * the stock's last price equals the official close but for a few paise, so it is kept as what it is.
 */
import { expiryClose } from "#contract/domain/reference/calendar.ts";
import { RECORDED } from "../../daily/daily-figures.ts";
import { amountIn, columnIndexes, createDateReader, nameIn, positiveIn, shown } from "./cell-values.ts";
import { RowError } from "./chain-format.ts";
import type { DailyFormat, DailySighting } from "./daily-format.ts";

const COLUMNS = [
  "trade_date",
  "timestamp",
  "Stock",
  "Expiry",
  "Strike",
  "CE_LTP",
  "CE_OI",
  "CE_Volume",
  "PE_LTP",
  "PE_OI",
  "PE_Volume",
  "Stock_LTP",
  "Stock_High",
  "Stock_Low",
] as const;

export const stockChainClose: DailyFormat = {
  becomes: "daily",
  name: "stock chains after the close",
  columns: COLUMNS,
  volume: "units",

  createReader(header) {
    const at = columnIndexes(header, COLUMNS);
    const read = createDateReader();
    return (cells) => {
      const date = read.date(cells, at.trade_date, "trade_date");
      const captured = cells[at.timestamp];
      const close = expiryClose("equity-derivatives", date);
      if (!(captured.slice(0, 10) === date && minuteOf(captured) >= close))
        throw new RowError(`timestamp ${shown(captured)} is not after the close of ${date}`);
      const symbol = nameIn(cells, at.Stock, "Stock");
      const expiry = read.date(cells, at.Expiry, "Expiry");
      const strike = positiveIn(cells, at.Strike, "Strike");
      const amount = (name: keyof typeof at): number => amountIn(cells, at[name], name);
      const side = (type: "CE" | "PE"): DailySighting => ({
        symbol,
        type,
        expiry,
        strike,
        last: amount(`${type}_LTP`),
        oi: amount(`${type}_OI`),
        volume: amount(`${type}_Volume`),
        rank: RECORDED,
      });
      const underlying: DailySighting = {
        symbol,
        type: "EQ",
        high: amount("Stock_High"),
        low: amount("Stock_Low"),
        last: amount("Stock_LTP"),
        rank: RECORDED,
      };
      return { date, sightings: [side("CE"), side("PE"), underlying] };
    };
  },
};

/** Minute of the day of 'YYYY-MM-DD HH:MM[:SS]'; NaN for anything else. */
function minuteOf(text: string): number {
  const match = /^\d{4}-\d{2}-\d{2}[ T]([01]\d|2[0-3]):([0-5]\d)/.exec(text);
  return match === null ? Number.NaN : Number(match[1]) * 60 + Number(match[2]);
}
