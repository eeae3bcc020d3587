/** A strategy as a busy builder has it, the same every time: six legs of three expiries, and the spots of a payoff chart. */
import type { PayoffLeg, PayoffMoment } from "../payoff-legs.ts";

const LOT = 65;
const leg = (type: "CE" | "PE", lots: number, strike: number, entry: number, days: number, iv: number): PayoffLeg => ({
  type,
  quantity: lots * LOT,
  strike,
  entry,
  years: days / 365,
  iv,
});

export const SIX_LEGS: readonly PayoffLeg[] = [
  leg("CE", -2, 24_600, 120, 7, 0.12),
  leg("PE", -2, 24_400, 110, 7, 0.13),
  leg("CE", 1, 24_800, 145, 14, 0.121),
  leg("PE", 1, 24_200, 130, 14, 0.136),
  leg("CE", 1, 25_000, 220, 34, 0.125),
  leg("PE", 1, 24_000, 180, 34, 0.14),
];

/** Two days from now: the target line. */
export const TARGET: PayoffMoment = { model: "spot", rate: 0.1, elapsed: 2 / 365 };

/** `count` spots, 25 strike steps of 50 to either side of the rounded spot. */
export function payoffGrid(count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => 23_250 + (2500 * i) / (count - 1));
}
