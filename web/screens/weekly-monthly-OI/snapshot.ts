/** What crosses the threads for weekly and monthly OI: what a future built up, day by day. */

import { isCurrency } from "#contract/domain/instruments.ts";
import { addDays } from "#contract/domain/reference/calendar.ts";
import { monthlyExpiry } from "#contract/domain/reference/expiries.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { ownFutureExpiries, ownFutureExpiry } from "#contract/worker/own-future-expiries.ts";
import type { PaneContext } from "#contract/worker/screen.ts";

/** What is shown: what was built up by day, or prices, volume and open interest by week or month. */
export type Show = "buildUps" | "weeks" | "months";

export interface Params {
  /** Of all expiries together. */
  readonly cumulative: boolean;
  readonly show: Show;
}

/** Slots of a period: rupees and units, then days with figures, trading days without, and 1 where it is partial. */
export const PERIOD_SLOTS = ["open", "high", "low", "close", "volume", "oi", "days", "lacking", "isPartial"] as const;

/** Weeks or months, oldest first; the last one may still run. */
export interface Periods {
  /** First and last day of each. */
  readonly from: readonly IsoDate[];
  readonly to: readonly IsoDate[];
  readonly values: Float64Array;
}

/** Figures of a day: Long Build, Short Build, Long Unwind, Short Cover; units, the last two negative. */
export const BUCKETS = 4;

export interface Snapshot {
  /** What it is of: another one stands until its documents are here. */
  readonly show: Show;
  /** Oldest first; the last one may be the day that still runs. */
  readonly dates: readonly IsoDate[];
  /** Of day d at `d * BUCKETS`; NaN where it is not known. */
  readonly figures: Float64Array;
  /** By day: how many of the expiries listed then have no figures, in a cumulative view. */
  readonly lacking: Uint8Array;
  /** The day that still runs, and the minute that its figures are of; -1: none does. */
  readonly running: number;
  readonly until: number;
  /** Days that the server is still making. */
  readonly pending: number;
  /** Days shown that have ended. */
  readonly finished: number;
  readonly isListed: boolean;
  /** None unless they are shown. */
  readonly periods: Periods;
  /** Of the future shown, rupees. */
  readonly price: number;
  readonly previousClose: number;
}

/** Expiries that passed while days of the listed ones were recorded: a future is listed three months. */
const PAST_EXPIRIES = 2;

/** The expiries that take part: the chosen one, or all that were listed while the chosen ones were. */
export function expiriesOf({ cumulative }: Pick<Params, "cumulative">, pane: PaneContext): readonly IsoDate[] {
  const { symbol } = pane;
  const futureExpiry = ownFutureExpiry(pane);
  if (futureExpiry === undefined) return [];
  if (!cumulative || isCurrency(symbol)) return [futureExpiry];
  const own = ownFutureExpiries(pane);
  const expiries = new Set(own);
  let [first]: readonly (IsoDate | undefined)[] = own;
  for (let i = 0; i < PAST_EXPIRIES && first !== undefined; i++) {
    first = monthlyExpiry(symbol, addDays(`${first.slice(0, 8)}01` as IsoDate, -1));
    if (first !== undefined) expiries.add(first);
  }
  return [...expiries].sort();
}
