/**
 * Chains recorded from a broker's quotes about every five minutes, the nearest expiry of each underlying: both sides
 * of a strike on one line, OI and volume in units, no bid and ask. One format for indexes, one for stocks.
 *
 * - A snapshot belongs to the minute that its own column names. The capture time of a line (some recorders wrote it in
 *   UTC) lies up to a minute before it, and is checked against it.
 * - Cadence 5: the median distance is 5 to 6 minutes for the indexes and 4.5 for the stocks, whose recorder took two
 *   to seven. Nothing is moved to a raster: a snapshot fills its own minute, and the minutes between are holes.
 * - A spot of 0 is "not asked for" (MIDCPNIFTY has none at all). A last price at volume 0 is that of an earlier day,
 *   as brokers send it.
 * - The recorder's 'Max_Pain' is not imported: it is a scaled sum, and no strike.
 */
import { CORE_FIELDS, HIGH, LOW } from "#contract/domain/columns.ts";
import { IST_MS } from "#contract/domain/reference/calendar.ts";
import { amountIn, columnIndexes, createDateReader, numberIn, positiveIn, shown } from "./cell-values.ts";
import {
  type ChainFormat,
  type ChainLine,
  type LineReader,
  NO_QUOTES,
  RowError,
  type Sighting,
} from "./chain-format.ts";

const COLUMNS = [
  "snapshot",
  "timestamp",
  "Expiry",
  "Strike",
  "CE_LTP",
  "CE_OI",
  "CE_Volume",
  "PE_LTP",
  "PE_OI",
  "PE_Volume",
] as const;

/** What the two kinds of file call the same things. */
interface Names {
  readonly symbol: string;
  readonly spot: string;
  readonly change: string;
  readonly high?: string;
  readonly low?: string;
}

const INDEX: Names = { symbol: "Symbol", spot: "Spot", change: "%Change" };
const STOCK: Names = {
  symbol: "Stock",
  spot: "Stock_LTP",
  change: "Stock_%_Change",
  high: "Stock_High",
  low: "Stock_Low",
};

const formatOf = (name: string, names: Names): ChainFormat => ({
  becomes: "rooms",
  name,
  columns: [...COLUMNS, ...Object.values(names)],
  cadence: 5,
  fields: names.high === undefined ? CORE_FIELDS : CORE_FIELDS | (1 << HIGH) | (1 << LOW),
  quantities: "units",
  tellsPreviousOi: true,
  createReader: (header) => createReader(header, names),
});

export const indexSnapshots: ChainFormat = formatOf("index chain, a snapshot every five minutes", INDEX);
export const stockSnapshots: ChainFormat = formatOf("stock chain, a snapshot every five minutes", STOCK);

function createReader(header: readonly string[], names: Names): LineReader {
  const at = columnIndexes(header, COLUMNS);
  const place = (name: string | undefined): number => (name === undefined ? -1 : header.indexOf(name));
  const [symbolAt, spotAt, changeAt] = [names.symbol, names.spot, names.change].map(place);
  const [highAt, lowAt] = [place(names.high), place(names.low)];
  const amount = (cells: readonly string[], index: number, name: string | undefined): number =>
    index < 0 || name === undefined ? Number.NaN : amountIn(cells, index, name);
  const read = createDateReader();
  const captureOf = createCaptureReader(read);
  return (cells) => {
    const { date, second } = captureOf(cells, at.snapshot, at.timestamp);
    const symbol = cells[symbolAt];
    if (symbol === "") throw new RowError(`${names.symbol} is empty`);
    const expiry = read.date(cells, at.Expiry, "Expiry");
    const strike = positiveIn(cells, at.Strike, "Strike");
    const spot = amountIn(cells, spotAt, names.spot);
    const underlying = {
      high: amount(cells, highAt, names.high),
      low: amount(cells, lowAt, names.low),
      changePercent: numberIn(cells, changeAt, names.change),
    };
    const side = (type: "CE" | "PE"): Sighting => ({
      symbol,
      expiry,
      side: type,
      strike,
      spot,
      underlying,
      ltp: amountIn(cells, at[`${type}_LTP`], `${type}_LTP`),
      ltpChange: Number.NaN,
      oi: amountIn(cells, at[`${type}_OI`], `${type}_OI`),
      oiChange: Number.NaN,
      volume: amountIn(cells, at[`${type}_Volume`], `${type}_Volume`),
      ...NO_QUOTES,
    });
    return { date, second, sightings: [side("CE"), side("PE")] };
  };
}

const IST_SECONDS = IST_MS / 1000;
/** The name of a snapshot is the capture time cut or rounded to the minute. */
const NEAR_SECONDS = 120;

/** The day and second of a line's snapshot; the last line's answer is kept, as hundreds repeat it. */
function createCaptureReader(read: ReturnType<typeof createDateReader>) {
  let lastSnapshot = "";
  let lastTimestamp = "";
  let last: Pick<ChainLine, "date" | "second"> | undefined;
  return (cells: readonly string[], snapshotAt: number, timestampAt: number): Pick<ChainLine, "date" | "second"> => {
    const snapshot = cells[snapshotAt];
    const timestamp = cells[timestampAt];
    if (last !== undefined && snapshot === lastSnapshot && timestamp === lastTimestamp) return last;
    const { date, second: named } = read.stamp(cells, snapshotAt, "snapshot");
    const captured = secondOf(timestamp);
    const second = [captured, captured + IST_SECONDS].find((at) => Math.abs(at - named) <= NEAR_SECONDS);
    if (second === undefined)
      throw new RowError(`timestamp ${shown(timestamp)} is neither the IST nor the UTC of its snapshot ${snapshot}`);
    // Within the minute that the snapshot names: two snapshots of one minute keep their order.
    last = { date, second: Math.min(Math.max(second, named), named + 59) };
    lastSnapshot = snapshot;
    lastTimestamp = timestamp;
    return last;
  };
}

/** The second of the day of 'YYYY-MM-DD HH:MM[:SS]'. @throws RowError */
function secondOf(text: string): number {
  const match = /^\d{4}-\d{2}-\d{2}[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?/.exec(text);
  if (match === null) throw new RowError(`timestamp is not a time (2026-01-22 09:39:45): ${shown(text)}`);
  const [, hour, minute, second = "0"] = match;
  return Number(hour) * 3600 + Number(minute) * 60 + Number(second);
}
