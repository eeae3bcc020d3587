/**
 * An index by the minute, open, high, low and close of each: the spot alone, in the room of the nearest expiry that the
 * exchange listed that day. The price of a minute is its close; open, high and low are the day's so far, known only
 * while the file has every minute since the open.
 */

import { CORE_FIELDS, HIGH, LOW, OPEN } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { sessionOf } from "#contract/domain/reference/calendar.ts";
import { scheduledExpiries } from "#contract/domain/reference/expiries.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { createNearestExpiry } from "../rooms/nearest-expiry.ts";
import { columnIndexes, createDateReader, nameIn, positiveIn, shown } from "./cell-values.ts";
import { type ChainFormat, NO_QUOTES, RowError, type UnderlyingDay } from "./chain-format.ts";

const COLUMNS = ["Instrument", "Date", "Time", "Open", "High", "Low", "Close"] as const;

export const spotMinutes: ChainFormat = {
  becomes: "rooms",
  name: "index by the minute",
  columns: COLUMNS,
  cadence: 1,
  fields: CORE_FIELDS | (1 << OPEN) | (1 << HIGH) | (1 << LOW),
  quantities: "units",
  tellsClose: false,

  createReader(header) {
    const at = columnIndexes(header, COLUMNS);
    const read = createDateReader();
    const daySoFar = createDaySoFar();
    const nearestExpiry = createNearestExpiry(scheduledExpiries);
    return (cells) => {
      const date = read.date(cells, at.Date, "Date");
      const minute = minuteIn(cells[at.Time]);
      const symbol = nameIn(cells, at.Instrument, "Instrument");
      const bar = {
        open: positiveIn(cells, at.Open, "Open"),
        high: positiveIn(cells, at.High, "High"),
        low: positiveIn(cells, at.Low, "Low"),
      };
      const close = positiveIn(cells, at.Close, "Close");
      if (bar.high < bar.low || close > bar.high || close < bar.low)
        throw new RowError(`the close, ${close}, is not between the low, ${bar.low}, and the high, ${bar.high}`);
      return {
        date,
        second: minute * 60,
        sightings: [
          {
            symbol,
            expiry: nearestExpiry(symbol, date),
            side: "EQ",
            strike: 0,
            spot: close,
            underlying: daySoFar(symbol, date, minute, bar),
            ltp: Number.NaN,
            ltpChange: Number.NaN,
            oi: Number.NaN,
            oiChange: Number.NaN,
            volume: Number.NaN,
            ...NO_QUOTES,
          },
        ],
      };
    };
  },
};

type Bar = Required<Pick<UnderlyingDay, "open" | "high" | "low">>;

const UNKNOWN: Bar = { open: Number.NaN, high: Number.NaN, low: Number.NaN };

/** Adds minutes up while they follow each other from the open on. */
function createDaySoFar() {
  const days = new Map<string, { readonly date: IsoDate; readonly minute: number; readonly bar: Bar }>();
  return (symbol: string, date: IsoDate, minute: number, bar: Bar): UnderlyingDay => {
    const before = days.get(symbol);
    const isFirst = minute === sessionOf(underlyingOf(symbol).segment, date)?.open;
    const follows = before?.date === date && minute === before.minute + 1;
    const soFar = isFirst ? bar : follows && before ? joined(before.bar, bar) : UNKNOWN;
    days.set(symbol, { date, minute, bar: soFar });
    return { ...soFar, changePercent: Number.NaN };
  };
}

const joined = (day: Bar, bar: Bar): Bar => ({
  open: day.open,
  high: Math.max(day.high, bar.high),
  low: Math.min(day.low, bar.low),
});

/** Minute of the day of 'HH:MM[:SS]'. @throws RowError */
function minuteIn(text: string): number {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(text.trim());
  if (match === null) throw new RowError(`Time is not a time (09:15): ${shown(text)}`);
  return Number(match[1]) * 60 + Number(match[2]);
}
