/** The closes behind the price, and the band in which it is expected ahead. */

import type { Segment } from "#contract/domain/instruments.ts";
import { addDays, nextTradingDay, previousTradingDay } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { VolatilityDays } from "#contract/wire/documents.ts";
import { deviationsByDate, type ExpiryIv } from "#market/lines/expected-move.ts";
import { closesBefore } from "#market/lines/volatility-days.ts";
import type { Move } from "./snapshot.ts";

const CLOSES = 30;
/** The band goes to the chosen expiry, at least so many calendar days ahead, and never beyond so many trading days. */
const LEAST_DAYS = 21;
const MOST_TRADING_DAYS = 60;

interface MoveOf {
  readonly segment: Segment;
  readonly symbol: string;
  readonly today: IsoDate;
  readonly expiry: IsoDate;
  /** Rupees: the price now, and the close of the trading day before. */
  readonly price: number;
  readonly previousClose: number;
  readonly days: VolatilityDays | undefined;
  readonly ivs: readonly ExpiryIv[];
}

export function moveOf({ segment, symbol, today, expiry, price, previousClose, days, ivs }: MoveOf): Move {
  const past = closesBefore(days, symbol, previousTradingDay(segment, today), previousClose, CLOSES);
  const end = [expiry, addDays(today, LEAST_DAYS)].reduce((a, b) => (a > b ? a : b));
  const ahead: IsoDate[] = [];
  for (let date = today; date <= end && ahead.length <= MOST_TRADING_DAYS; date = nextTradingDay(segment, date))
    ahead.push(date);
  const band = deviationsByDate(today, ahead, ivs);
  const none = past.dates.map(() => Number.NaN);
  const line = (deviations: number) =>
    Float64Array.from([...none, ...band.map((one) => price * (1 + deviations * one))]);
  const own = ivs.find((one) => one.expiry === expiry);
  return {
    dates: [...past.dates, ...ahead],
    closes: Float64Array.from([...past.closes, price, ...ahead.slice(1).map(() => Number.NaN)]),
    upper: line(1),
    lower: line(-1),
    upper2: line(2),
    lower2: line(-2),
    toExpiry: own ? price * own.iv * Math.sqrt(own.years) : Number.NaN,
  };
}
