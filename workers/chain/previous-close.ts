/** A chain as it stood at the close before its day: what the token table knows of each contract, priced as of that evening. */

import { createMinuteColumns, FIELDS, isPriceField, LTP } from "#contract/domain/columns.ts";
import { hoursOf, previousTradingDay } from "#contract/domain/reference/calendar.ts";
import type { ChainMoment, ChainReader } from "#market/chain.ts";
import type { Moment } from "#market/reference/moment.ts";

const NO_PRICES = new Int32Array(0);
const NO_QUANTITIES = new Float64Array(0);
const NO_MINUTES = createMinuteColumns(0, 0, 0);

/**
 * The chain of `at` on the trading day before, at its close: last prices are the previous closes, spot and future with them.
 * Nothing else is known of that moment, so a forward out of put-call parity counts all pairs alike. Its day has no minutes.
 *
 * @param reader any reader but the one that opened `at`: what it gives is valid until its next call
 */
export function previousClose(reader: ChainReader, at: ChainMoment): ChainMoment {
  const { segment } = at.underlying;
  const date = previousTradingDay(segment, at.day.date);
  const { close } = hoursOf(segment, date);
  const columns = FIELDS.map((_, field) =>
    field === LTP ? at.day.tokens.prevClose : isPriceField(field) ? NO_PRICES : NO_QUANTITIES,
  );
  const moment: Moment = { columns, base: 0, fields: 1 << LTP, slot: -1 };
  const moved = { ...at, day: { ...at.day, date, minutes: NO_MINUTES } };
  return reader.moveTo(moved, moment, close);
}
