/** The day of a stock. Its levels are known at once, its path by second when it is first looked at. */

import type { Underlying } from "#contract/domain/instruments.ts";
import type { Session } from "#contract/domain/reference/calendar.ts";
import type { DayLevels } from "../exchange/levels.ts";
import { basisOf } from "../underlyings/forward.ts";
import { MATCH_AFTER } from "../underlyings/spot-path.ts";
import type { SharedDay, UnderlyingDay } from "../underlyings/underlying-day.ts";
import type { StockFacts } from "./stock-facts.ts";
import type { StockLevels } from "./stock-levels.ts";
import { printOf, type StockPath, stockPath } from "./stock-path.ts";

export interface StockDayInput {
  readonly shared: SharedDay;
  readonly underlying: Underlying;
  readonly facts: StockFacts;
  readonly levels: StockLevels;
  readonly market: DayLevels;
  readonly session: Session;
  /** Minute at which the cash market's closing auction begins; undefined on days without one. */
  readonly auction: number | undefined;
  /** The path of the stock's group. */
  group(): Float64Array;
  path(): Parameters<typeof stockPath>[0]["path"];
}

export function stockDay(input: StockDayInput): UnderlyingDay {
  const { shared, underlying, facts, levels, market, session, auction } = input;
  const { points } = session;
  const closingPrint = printOf(underlying, facts, levels.close);
  let path: StockPath | undefined;
  let basis: Float64Array | undefined;
  const made = (): StockPath => {
    path ??= stockPath({
      path: input.path(),
      underlying,
      facts,
      levels,
      group: input.group(),
      session,
      sigma: market.sigma,
      auction,
    });
    return path;
  };
  return {
    ...shared,
    underlying,
    facts,
    session,
    get driver() {
      return made().driver;
    },
    get spot() {
      return made().spot;
    },
    get basis() {
      basis ??= basisOf(shared.seed, shared.date, facts, points);
      return basis;
    },
    closingPrint,
    move: Math.log(levels.close / levels.open),
    from: session.open,
    minutes: points,
    centre: 0.3 * levels.open + 0.7 * levels.close,
    resting: (levels.low + levels.high) / 2,
    settlement:
      auction === undefined ? undefined : { at: auction + MATCH_AFTER, price: closingPrint / underlying.priceScale },
  };
}
