/**
 * Positions of one contract and product, from fills in the order in which they happened. Cost is average cost: what reduces a
 * position realises the difference to its average, what increases it changes the average. Rupees and units.
 */

export interface Position {
  /** Units; negative for a short position. */
  readonly net: number;
  /** Of what is open, rupees a unit; 0 without a position. */
  readonly average: number;
  /** Rupees a unit x units, before the contract's multiplier. */
  readonly realised: number;
  readonly bought: number;
  /** Sum of price x units. */
  readonly boughtValue: number;
  readonly sold: number;
  readonly soldValue: number;
}

export const NO_POSITION: Position = {
  net: 0,
  average: 0,
  realised: 0,
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
  const units = side === "buy" ? quantity : -quantity;
  const net = before.net + units;
  const closes = before.net !== 0 && Math.sign(units) !== Math.sign(before.net);
  const closed = closes ? Math.min(quantity, Math.abs(before.net)) : 0;
  const sums =
    side === "buy"
      ? { bought: before.bought + quantity, boughtValue: before.boughtValue + price * quantity }
      : { sold: before.sold + quantity, soldValue: before.soldValue + price * quantity };
  return {
    ...before,
    ...sums,
    net,
    average: averageAfter(before, units, price, closes),
    realised: before.realised + closed * (price - before.average) * Math.sign(before.net),
  };
}

function averageAfter({ net, average }: Position, units: number, price: number, closes: boolean): number {
  const after = net + units;
  if (after === 0) return 0;
  if (!closes) return (average * Math.abs(net) + price * Math.abs(units)) / Math.abs(after);
  return Math.sign(after) === Math.sign(net) ? average : price;
}

/** A new day: what is open stays at its average, all sums begin again. */
export const carriedOver = ({ net, average }: Position): Position => ({ ...NO_POSITION, net, average });

/** Rupees a unit x units, before the multiplier. */
export const unrealisedOf = ({ net, average }: Pick<Position, "net" | "average">, last: number): number =>
  net === 0 ? 0 : (last - average) * net;
