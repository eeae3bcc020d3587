/**
 * What the older builder's adjusting does to a leg: 'add' goes on in the leg's direction and moves its average, 'close' goes
 * against it; more lots than are held turn it around at the new price. Pure.
 */
import type { Underlying } from "#contract/domain/instruments.ts";
import { type Making, type OrderDraft, withEntry, withOrder } from "#contract/domain/strategy/leg-edits.ts";
import { legKey, type Side, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { isAdjusted, termsOf } from "#contract/domain/strategy/position.ts";
import type { Mark } from "../../kit/strategy/legs/marks.ts";

/** What a press of Buy or Sell means for the leg; false before one is pressed. */
export type Adjusting = "add" | "close" | false;

/** A leg that is closed is opened again by either side. */
export const adjustingOf = ({ action }: Pick<StrategyLeg, "action">, side: Side): Adjusting =>
  action === undefined || action === side ? "add" : "close";

/** From the first lot that is closed on, the ladder cannot change the leg: its history would be lost. */
export function adjusted(leg: StrategyLeg, draft: OrderDraft, making: Making): StrategyLeg {
  const after = withOrder(leg, draft, making);
  if (after.realised === 0) return after;
  return { ...after, orders: after.orders.map((order) => ({ ...order, builder: false })) };
}

/** Every leg that was only built is entered at the price of now; what a leg was settled at is no price to enter it at. */
export const repriced = (
  legs: readonly StrategyLeg[],
  marks: Readonly<Record<string, Pick<Mark, "price" | "isExpired"> | undefined>>,
  underlying: Underlying,
): readonly StrategyLeg[] =>
  legs.map((leg) => {
    const { price = Number.NaN, isExpired } = marks[legKey(leg)] ?? {};
    return price > 0 && !isExpired && !isAdjusted(leg) ? withEntry(leg, price, termsOf(leg, underlying)) : leg;
  });
