/** What the P&L of a leg is made of through a day: the causes, and the orders as the day finds them. */
import { istDate, istMinute } from "../reference/calendar.ts";
import { epochMs, type IsoDate, type Minute } from "../units.ts";
import type { StrategyLeg, StrategyOrder } from "./legs.ts";
import { signOf } from "./position.ts";

/** What the price of a leg moves by, minute by minute; what is left over is the residual. */
export const MOVES = ["delta", "gamma", "theta", "vega", "residual"] as const;
/**
 * All of a P&L: `earlier` is what was won up to the day's first price of the leg, `trades` what orders were better than the
 * price of their minute. They add up to the P&L exactly.
 */
export const CAUSES = ["earlier", "trades", ...MOVES] as const;
export type Cause = (typeof CAUSES)[number];

/** An order as it counts in a leg. */
export interface LegTrade {
  readonly date: IsoDate;
  readonly minute: Minute;
  /** Bought, negative where sold. */
  readonly units: number;
  /** Rupees a unit. */
  readonly price: number;
}

/** From the oldest on. @param unitsPerLot units of P&L in a lot */
export const tradesOf = ({ orders }: Pick<StrategyLeg, "orders">, unitsPerLot: number): readonly LegTrade[] =>
  orders.toSorted((a, b) => a.time - b.time).map((order) => tradeOf(order, unitsPerLot));

function tradeOf({ time, action, contracts, ltp }: StrategyOrder, unitsPerLot: number): LegTrade {
  const at = epochMs(time);
  return { date: istDate(at), minute: istMinute(at), units: signOf(action) * contracts * unitsPerLot, price: ltp };
}
