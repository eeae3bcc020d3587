/**
 * Bhavcopies of derivatives before the unified format: NSE's own (until July 2024), and a converted one with the same
 * names for options alone and the underlying's price. OI is units, volume a number of contracts.
 */
import { MENTIONED, OFFICIAL } from "../../daily/daily-figures.ts";
import { amountIn, columnIndexes, createDateReader, nameIn, numberIn, positiveIn, shown } from "./cell-values.ts";
import { RowError } from "./chain-format.ts";
import type { DailyFormat, DailySighting } from "./daily-format.ts";

const SHARED = ["SYMBOL", "EXPIRY_DT", "STRIKE_PR", "OPTION_TYP", "SETTLE_PR", "OPEN_INT", "CHG_IN_OI"] as const;
const LEGACY = [...SHARED, "INSTRUMENT", "OPEN", "HIGH", "LOW", "CLOSE", "CONTRACTS", "TIMESTAMP"] as const;
const CONVERTED = [
  ...SHARED,
  "TRADE_DATE",
  "VOLUME",
  "OPEN_PRICE",
  "HIGH_PRICE",
  "LOW_PRICE",
  "CLOSE_PRICE",
  "LAST_PRICE",
  "UNDERLYING_PRICE",
] as const;

export const legacyBhavcopy: DailyFormat = {
  becomes: "daily",
  name: "F&O bhavcopy (before UDiFF)",
  columns: LEGACY,
  volume: "contracts",

  createReader(header) {
    const at = columnIndexes(header, LEGACY);
    const contract = contractReader(header);
    const read = createDateReader();
    return (cells) => {
      const type = typeOf(cells[at.OPTION_TYP].trim(), cells[at.INSTRUMENT].trim());
      const amount = (name: keyof typeof at): number => amountIn(cells, at[name], name);
      const sighting: DailySighting = {
        ...contract(cells, type),
        open: amount("OPEN"),
        high: amount("HIGH"),
        low: amount("LOW"),
        close: amount("CLOSE"),
        volume: amount("CONTRACTS"),
      };
      return { date: read.exchangeDate(cells, at.TIMESTAMP, "TIMESTAMP"), sightings: [sighting] };
    };
  },
};

export const convertedBhavcopy: DailyFormat = {
  becomes: "daily",
  name: "option bhavcopy with the underlying's price",
  columns: CONVERTED,
  volume: "contracts",

  createReader(header) {
    const at = columnIndexes(header, CONVERTED);
    const contract = contractReader(header);
    const read = createDateReader();
    return (cells) => {
      const type = typeOf(cells[at.OPTION_TYP].trim(), "");
      const amount = (name: keyof typeof at): number => amountIn(cells, at[name], name);
      const sighting: DailySighting = {
        ...contract(cells, type),
        open: amount("OPEN_PRICE"),
        high: amount("HIGH_PRICE"),
        low: amount("LOW_PRICE"),
        close: amount("CLOSE_PRICE"),
        last: amount("LAST_PRICE"),
        volume: amount("VOLUME"),
      };
      const { symbol } = sighting;
      const underlying: DailySighting = { symbol, type: "EQ", close: amount("UNDERLYING_PRICE"), rank: MENTIONED };
      return { date: read.exchangeDate(cells, at.TRADE_DATE, "TRADE_DATE"), sightings: [sighting, underlying] };
    };
  },
};

function contractReader(header: readonly string[]) {
  const at = columnIndexes(header, SHARED);
  const read = createDateReader();
  return (cells: readonly string[], type: "FUT" | "CE" | "PE"): DailySighting => ({
    symbol: nameIn(cells, at.SYMBOL, "SYMBOL"),
    type,
    expiry: read.exchangeDate(cells, at.EXPIRY_DT, "EXPIRY_DT"),
    ...(type === "FUT" ? {} : { strike: positiveIn(cells, at.STRIKE_PR, "STRIKE_PR") }),
    settle: amountIn(cells, at.SETTLE_PR, "SETTLE_PR"),
    oi: amountIn(cells, at.OPEN_INT, "OPEN_INT"),
    oiChange: numberIn(cells, at.CHG_IN_OI, "CHG_IN_OI"),
    rank: OFFICIAL,
  });
}

/** European (CE, PE) and, before 2011, American (CA, PA) options; XX or FF with an instrument FUT... is a future. */
function typeOf(text: string, instrument: string): "FUT" | "CE" | "PE" {
  if (text === "CE" || text === "PE") return text;
  if (text === "CA" || text === "PA") return text === "CA" ? "CE" : "PE";
  if (instrument.startsWith("FUT")) return "FUT";
  throw new RowError(`OPTION_TYP is neither CE nor PE: ${shown(text)}`);
}
