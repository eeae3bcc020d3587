/**
 * The option chain of the NSE website, captured about every minute: both sides of a strike on one line, OI and volume
 * in contracts, bid and ask sizes in units, no spot.
 *
 * A snapshot belongs to the minute in which it was captured, not to the exchange's own stamp on it: the stamp lags by
 * 29 to 139 s, and is repeated on 14 of 306 captures, six of them with other figures.
 */
import { ASK, ASK_QTY, BID, BID_QTY, CORE_FIELDS } from "#contract/domain/columns.ts";
import { amountIn, columnIndexes, createDateReader, numberIn, positiveIn } from "./cell-values.ts";
import { type ChainFormat, RowError, type Sighting } from "./chain-format.ts";

const SIDE_COLUMNS = [
  "OI",
  "Chng_in_OI",
  "Volume",
  "LTP",
  "Net_Chng",
  "Bid_Qty",
  "Bid_Price",
  "Ask_Price",
  "Ask_Qty",
] as const;
const LINE_COLUMNS = ["collection_timestamp", "Symbol", "Expiry_Date", "Strike_Price"] as const;

const sideColumns = <Prefix extends string>(prefix: Prefix) => SIDE_COLUMNS.map((name) => `${prefix}_${name}` as const);

/** What the line says of both sides. */
type Shared = Pick<Sighting, "symbol" | "expiry" | "strike" | "spot">;

export const nseSiteChain: ChainFormat = {
  becomes: "rooms",
  name: "NSE website chain",
  columns: [...LINE_COLUMNS, ...sideColumns("CALLS"), ...sideColumns("PUTS")],
  cadence: 1,
  fields: CORE_FIELDS | (1 << BID) | (1 << BID_QTY) | (1 << ASK) | (1 << ASK_QTY),
  quantities: "contracts",

  createReader(header) {
    const at = columnIndexes(header, LINE_COLUMNS);
    const read = createDateReader();
    const calls = sideReader(header, "CE", "CALLS");
    const puts = sideReader(header, "PE", "PUTS");
    return (cells) => {
      const { date, second } = read.stamp(cells, at.collection_timestamp, "collection_timestamp");
      const symbol = cells[at.Symbol];
      if (symbol === "") throw new RowError("Symbol is empty");
      const expiry = read.date(cells, at.Expiry_Date, "Expiry_Date");
      const shared = { symbol, expiry, strike: positiveIn(cells, at.Strike_Price, "Strike_Price"), spot: Number.NaN };
      return { date, second, sightings: [calls(cells, shared), puts(cells, shared)] };
    };
  },
};

function sideReader(header: readonly string[], side: "CE" | "PE", prefix: "CALLS" | "PUTS") {
  const [oi, oiChange, volume, ltp, ltpChange, bidQty, bid, ask, askQty] = SIDE_COLUMNS.map((column) => ({
    name: `${prefix}_${column}`,
    index: header.indexOf(`${prefix}_${column}`),
  }));
  const amount = (cells: readonly string[], column: typeof oi) => amountIn(cells, column.index, column.name);
  const change = (cells: readonly string[], column: typeof oi) => numberIn(cells, column.index, column.name);
  return (cells: readonly string[], { symbol, expiry, strike, spot }: Shared): Sighting => ({
    symbol,
    expiry,
    side,
    strike,
    spot,
    ltp: amount(cells, ltp),
    ltpChange: change(cells, ltpChange),
    oi: amount(cells, oi),
    oiChange: change(cells, oiChange),
    volume: amount(cells, volume),
    bid: amount(cells, bid),
    bidQty: amount(cells, bidQty),
    ask: amount(cells, ask),
    askQty: amount(cells, askQty),
  });
}
