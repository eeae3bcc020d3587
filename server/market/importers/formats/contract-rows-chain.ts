/**
 * A chain recorded each minute with one line a contract: OI and volume in contracts, the spot on every line, no bid
 * and ask. Only contracts that have traded are listed. The recorder's own IV and greeks are not imported: they are
 * stale, and ours are computed.
 */
import { CORE_FIELDS } from "#contract/domain/columns.ts";
import { amountIn, columnIndexes, createDateReader, numberIn, positiveIn } from "./cell-values.ts";
import { type ChainFormat, NO_QUOTES, RowError, type Sighting } from "./chain-format.ts";

const COLUMNS = [
  "timestamp",
  "symbol",
  "expiry",
  "strike",
  "option_type",
  "spot",
  "ltp",
  "volume",
  "oi",
  "oi_chg",
] as const;

/** The recorder's names of the indexes. */
const SYMBOLS: Readonly<Record<string, string>> = { NIFTY50: "NIFTY" };

export const contractRowsChain: ChainFormat = {
  becomes: "rooms",
  name: "recorded chain, a contract a line",
  columns: COLUMNS,
  cadence: 1,
  fields: CORE_FIELDS,
  quantities: "contracts",

  createReader(header) {
    const at = columnIndexes(header, COLUMNS);
    const read = createDateReader();
    return (cells) => {
      const { date, second } = read.stamp(cells, at.timestamp, "timestamp");
      const symbol = cells[at.symbol];
      if (symbol === "") throw new RowError("symbol is empty");
      const sighting: Sighting = {
        symbol: SYMBOLS[symbol] ?? symbol,
        expiry: read.date(cells, at.expiry, "expiry"),
        side: sideOf(cells[at.option_type]),
        strike: positiveIn(cells, at.strike, "strike"),
        spot: amountIn(cells, at.spot, "spot"),
        ltp: amountIn(cells, at.ltp, "ltp"),
        ltpChange: Number.NaN,
        oi: amountIn(cells, at.oi, "oi"),
        oiChange: numberIn(cells, at.oi_chg, "oi_chg"),
        volume: amountIn(cells, at.volume, "volume"),
        ...NO_QUOTES,
      };
      return { date, second, sightings: [sighting] };
    };
  },
};

function sideOf(text: string): "CE" | "PE" {
  if (text === "CE" || text === "PE") return text;
  throw new RowError(`option_type is neither CE nor PE: ${JSON.stringify(text)}`);
}
