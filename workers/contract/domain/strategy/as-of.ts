/** A leg as it was at a minute of some day: a replay knows of no order that came later. */
import { istDate, istMinute } from "../reference/calendar.ts";
import { epochMs, type IsoDate, type Minute } from "../units.ts";
import type { StrategyLeg, StrategyOrder } from "./legs.ts";
import { type PositionTerms, settled } from "./position.ts";

export interface Moment {
  readonly date: IsoDate;
  /** Of the IST day. An order in this minute counts. */
  readonly minute: Minute;
}

function isLater({ time }: StrategyOrder, { date, minute }: Moment): boolean {
  const at = epochMs(time);
  const day = istDate(at);
  return day > date || (day === date && Math.floor(istMinute(at)) > Math.floor(minute));
}

/** The same leg where no order is later; one that was not entered yet holds nothing. */
export function asOf(leg: StrategyLeg, moment: Moment, terms: PositionTerms): StrategyLeg {
  const orders = leg.orders.filter((order) => !isLater(order, moment));
  return orders.length === leg.orders.length ? leg : settled(leg, orders, terms);
}
