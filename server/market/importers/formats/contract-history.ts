/**
 * Contracts day by day as NSE's history pages give them: a table of futures or of options, or the page's own reply.
 * OI and volume are units, the lot stands on each line.
 */
import { MENTIONED, OFFICIAL } from "../../daily/daily-figures.ts";
import { amountIn, columnIndexes, createDateReader, nameIn, numberIn, positiveIn, shown } from "./cell-values.ts";
import { RowError } from "./chain-format.ts";
import type { DailyFormat, DailySighting } from "./daily-format.ts";

const COLUMNS = [
  "DATE",
  "EXPIRY",
  "OPEN",
  "HIGH",
  "LOW",
  "CLOSE",
  "LTP",
  "SETTLE PRICE",
  "TOTAL TRADED QUANTITY",
  "MARKET LOT",
  "OPEN INTEREST",
  "CHANGE IN OI",
  "SYMBOL",
  "INSTRUMENT_TYPE",
] as const;

export const contractHistory: DailyFormat = {
  becomes: "daily",
  name: "history of contracts by day",
  columns: COLUMNS,
  volume: "units",

  createReader(header) {
    const at = columnIndexes(header, COLUMNS);
    const { "OPTION TYPE": optionAt, "STRIKE PRICE": strikeAt } = columnIndexes(header, [
      "OPTION TYPE",
      "STRIKE PRICE",
    ]);
    const read = createDateReader();
    return (cells) => {
      const instrument = cells[at.INSTRUMENT_TYPE].trim();
      const option = optionAt < 0 ? "" : cells[optionAt].trim();
      const type = typeOf(instrument, option);
      const amount = (name: keyof typeof at): number => amountIn(cells, at[name], name);
      const sighting: DailySighting = {
        symbol: nameIn(cells, at.SYMBOL, "SYMBOL"),
        type,
        expiry: read.exchangeDate(cells, at.EXPIRY, "EXPIRY"),
        ...(type === "FUT" || strikeAt < 0 ? {} : { strike: positiveIn(cells, strikeAt, "STRIKE PRICE") }),
        open: amount("OPEN"),
        high: amount("HIGH"),
        low: amount("LOW"),
        close: amount("CLOSE"),
        last: amount("LTP"),
        settle: amount("SETTLE PRICE"),
        volume: amount("TOTAL TRADED QUANTITY"),
        oi: amount("OPEN INTEREST"),
        oiChange: numberIn(cells, at["CHANGE IN OI"], "CHANGE IN OI"),
        lot: amount("MARKET LOT"),
        rank: OFFICIAL,
      };
      return { date: read.exchangeDate(cells, at.DATE, "DATE"), sightings: [sighting] };
    };
  },
};

const REPLY = [
  "FH_INSTRUMENT",
  "FH_SYMBOL",
  "FH_EXPIRY_DT",
  "FH_STRIKE_PRICE",
  "FH_OPTION_TYPE",
  "FH_OPENING_PRICE",
  "FH_TRADE_HIGH_PRICE",
  "FH_TRADE_LOW_PRICE",
  "FH_CLOSING_PRICE",
  "FH_LAST_TRADED_PRICE",
  "FH_PREV_CLS",
  "FH_SETTLE_PRICE",
  "FH_TOT_TRADED_QTY",
  "FH_OPEN_INT",
  "FH_CHANGE_IN_OI",
  "FH_MARKET_LOT",
  "FH_TIMESTAMP",
  "FH_UNDERLYING_VALUE",
] as const;

export const contractHistoryReply: DailyFormat = {
  becomes: "daily",
  name: "history of contracts by day (reply of the NSE site)",
  columns: REPLY,
  volume: "units",

  createReader(header) {
    const at = columnIndexes(header, REPLY);
    const read = createDateReader();
    return (cells) => {
      const type = typeOf(cells[at.FH_INSTRUMENT].trim(), cells[at.FH_OPTION_TYPE].trim());
      const amount = (name: keyof typeof at): number => amountIn(cells, at[name], name);
      const symbol = nameIn(cells, at.FH_SYMBOL, "FH_SYMBOL");
      const contract: DailySighting = {
        symbol,
        type,
        expiry: read.exchangeDate(cells, at.FH_EXPIRY_DT, "FH_EXPIRY_DT"),
        ...(type === "FUT" ? {} : { strike: positiveIn(cells, at.FH_STRIKE_PRICE, "FH_STRIKE_PRICE") }),
        open: amount("FH_OPENING_PRICE"),
        high: amount("FH_TRADE_HIGH_PRICE"),
        low: amount("FH_TRADE_LOW_PRICE"),
        close: amount("FH_CLOSING_PRICE"),
        last: amount("FH_LAST_TRADED_PRICE"),
        prevClose: amount("FH_PREV_CLS"),
        settle: amount("FH_SETTLE_PRICE"),
        volume: amount("FH_TOT_TRADED_QTY"),
        oi: amount("FH_OPEN_INT"),
        oiChange: numberIn(cells, at.FH_CHANGE_IN_OI, "FH_CHANGE_IN_OI"),
        lot: amount("FH_MARKET_LOT"),
        rank: OFFICIAL,
      };
      const underlying: DailySighting = { symbol, type: "EQ", close: amount("FH_UNDERLYING_VALUE"), rank: MENTIONED };
      return { date: read.exchangeDate(cells, at.FH_TIMESTAMP, "FH_TIMESTAMP"), sightings: [contract, underlying] };
    };
  },
};

function typeOf(instrument: string, option: string): "FUT" | "CE" | "PE" {
  if (instrument.startsWith("FUT")) return "FUT";
  if (instrument.startsWith("OPT") && (option === "CE" || option === "PE")) return option;
  throw new RowError(`neither a future nor an option: ${shown(`${instrument} ${option}`.trim())}`);
}
