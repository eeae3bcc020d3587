/**
 * The near future of an index as a recorder asked the exchange's site for it, every minute and a half: OI and volume in
 * contracts, the spot beside it, no expiry (it is that of the nearest monthly).
 *
 * - A snapshot belongs to the minute of the exchange's stamp. A stamp that is captured again counts once.
 * - Cadence 5: the stamps lie one to three minutes apart, so the figures between two of them stand.
 * - The day's first answer can still be the one of the day before; `stale-futures.ts` finds it.
 */
import { CORE_FIELDS } from "#contract/domain/columns.ts";
import { scheduledFutures } from "#contract/domain/reference/expiries.ts";
import { createNearestExpiry } from "../rooms/nearest-expiry.ts";
import { amountIn, columnIndexes, createDateReader, nameIn, numberIn } from "./cell-values.ts";
import { type ChainFormat, NO_QUOTES, RowError, type Sighting } from "./chain-format.ts";

const COLUMNS = [
  "symbol",
  "exchange_timestamp",
  "captured_at",
  "lastPrice",
  "change",
  "underlyingValue",
  "openInterest",
  "volume",
] as const;

export const futureSnapshots: ChainFormat = {
  becomes: "rooms",
  name: "near future, a snapshot every minute or two",
  columns: COLUMNS,
  cadence: 5,
  fields: CORE_FIELDS,
  quantities: "contracts",

  createReader(header) {
    const at = columnIndexes(header, COLUMNS);
    const stamp = createDateReader();
    const capture = createDateReader();
    const nearestExpiry = createNearestExpiry(scheduledFutures);
    return (cells) => {
      const { date, second } = stamp.stamp(cells, at.exchange_timestamp, "exchange_timestamp");
      const captured = capture.stamp(cells, at.captured_at, "captured_at");
      if (captured.date !== date)
        throw new RowError(`captured on ${captured.date}, a figure of ${date}: it may have changed since`);
      if (captured.second < second)
        throw new RowError(`captured at ${cells[at.captured_at]}, before its stamp ${cells[at.exchange_timestamp]}`);
      const symbol = nameIn(cells, at.symbol, "symbol");
      const sighting: Sighting = {
        symbol,
        expiry: nearestExpiry(symbol, date),
        side: "FUT",
        strike: 0,
        spot: amountIn(cells, at.underlyingValue, "underlyingValue"),
        ltp: amountIn(cells, at.lastPrice, "lastPrice"),
        ltpChange: numberIn(cells, at.change, "change"),
        oi: amountIn(cells, at.openInterest, "openInterest"),
        oiChange: Number.NaN,
        volume: amountIn(cells, at.volume, "volume"),
        ...NO_QUOTES,
      };
      return { date, second, sightings: [sighting] };
    };
  },
};
