/** Positions of one contract and product, from fills in the order in which they happened. Rupees and units. */
import { afterTrade, type Holding, NOTHING_HELD } from "#contract/domain/orders/average-cost.ts";

/** In units; what is realised is before the contract's multiplier. */
export interface Position extends Holding {
  readonly bought: number;
  /** Sum of price x units. */
  readonly boughtValue: number;
  readonly sold: number;
  readonly soldValue: number;
}

export const NO_POSITION: Position = {
  ...NOTHING_HELD,
  bought: 0,
  boughtValue: 0,
  sold: 0,
  soldValue: 0,
};

export interface PositionFill {
  readonly side: "buy" | "sell";
  readonly quantity: number;
  /** Rupees. */
  readonly price: number;
}

/** The position after one more fill. A fill that crosses zero opens the rest at its own price. */
export function afterFill(before: Position, { side, quantity, price }: PositionFill): Position {
  const sums =
    side === "buy"
      ? { bought: before.bought + quantity, boughtValue: before.boughtValue + price * quantity }
      : { sold: before.sold + quantity, soldValue: before.soldValue + price * quantity };
  return { ...before, ...sums, ...afterTrade(before, side === "buy" ? quantity : -quantity, price) };
}

/** A new day: what is open stays at its average, all sums begin again. */
export const carriedOver = ({ net, average }: Position): Position => ({ ...NO_POSITION, net, average });
