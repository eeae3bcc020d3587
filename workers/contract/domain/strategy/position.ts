/** What the orders of a leg add up to, at average cost: they count from the oldest on. */
import type { Underlying } from "../instruments.ts";
import { afterTrade, gainOf, NOTHING_HELD } from "../orders/average-cost.ts";
import { SIDES, type Side, type StrategyLeg, type StrategyOrder } from "./legs.ts";

/** How the prices of an underlying count: units of P&L in a lot, and the decimals that an average keeps. */
export interface PositionTerms {
  /** The lot size, or 1000 for USDINR. */
  readonly unitsPerLot: number;
  /** 2, or 4 for USDINR. */
  readonly decimals: 2 | 4;
}

export interface Position {
  /** Lots held, negative where sold. */
  readonly lots: number;
  /** Rupees a unit; 0 where nothing is held. */
  readonly average: number;
  /** Rupees, two decimals. */
  readonly realised: number;
}

/** Units of P&L in a lot: the lot size, or the multiplier of a currency, whose lot is one contract. */
export const unitsPerLot = (lotSize: number, multiplier: number): number => (multiplier === 1 ? lotSize : multiplier);

export const termsOf = (
  { lotSize }: Pick<StrategyLeg, "lotSize">,
  { multiplier, decimals }: Underlying,
): PositionTerms => ({
  unitsPerLot: unitsPerLot(lotSize, multiplier),
  decimals,
});

export const signOf = (side: Side): 1 | -1 => (side === SIDES[0] ? 1 : -1);

/** Lots of a leg, negative where sold; 0 where nothing is open. */
export const heldLots = ({ action, totalContracts }: Pick<StrategyLeg, "action" | "totalContracts">): number =>
  action === undefined ? 0 : signOf(action) * totalContracts;

export function positionOf(
  orders: readonly Pick<StrategyOrder, "contracts" | "ltp" | "action" | "time">[],
  { unitsPerLot, decimals }: PositionTerms,
): Position {
  const kept = (average: number): number => round(average, decimals);
  const { net, average, realised } = orders
    .toSorted((a, b) => a.time - b.time)
    .reduce(
      (held, { contracts, ltp, action }) => afterTrade(held, signOf(action) * contracts, ltp, kept),
      NOTHING_HELD,
    );
  return { lots: net, average, realised: round(realised * unitsPerLot, 2) };
}

/** The leg with every field that follows from its orders. One without an open position has no side. */
export function settled(leg: StrategyLeg, orders: readonly StrategyOrder[], terms: PositionTerms): StrategyLeg {
  const { action: _, ...rest } = leg;
  const { lots, average, realised } = positionOf(orders, terms);
  const toTrade = orders.some(({ isTraded, exclude }) => !isTraded && !exclude);
  const open = lots === 0 ? {} : { action: SIDES[lots > 0 ? 0 : 1] };
  const position = { totalContracts: Math.abs(lots), ltp: average, realised, isClosed: lots === 0 };
  return { ...rest, ...open, ...position, toTrade, orders };
}

/** The ladder cannot change such a leg: a broker knows of it. */
export const isAdjusted = ({ orders }: Pick<StrategyLeg, "orders">): boolean =>
  orders.some(({ isTraded, builder }) => isTraded || !builder);

/** Rupees of what is open, at `price` a unit; NaN where the price is not known, 0 where nothing is open. */
export function unrealised(
  { lots, average }: Pick<Position, "lots" | "average">,
  price: number,
  { unitsPerLot }: Pick<PositionTerms, "unitsPerLot">,
): number {
  return gainOf({ net: lots, average }, price) * unitsPerLot;
}

function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // A half in decimals (0.125) is often a little less in binary: the sum's own error must not decide.
  return (Math.sign(value) * Math.round(Math.abs(value) * scale + 1e-6)) / scale + 0;
}
