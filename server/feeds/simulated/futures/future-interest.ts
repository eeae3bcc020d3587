/**
 * Futures: how much of an underlying's is held and traded in each of its three months. Most is in the near one until
 * its last week; then it goes over to the next, day by day, so that open interest as a whole goes on.
 */

import { draw, normal, subkey, wordKey } from "../exchange/random.ts";
import { along, type Curve, type UnderlyingFacts } from "../underlyings/facts.ts";

/** All months together by days to the near expiry, relative to the facts' figure. */
const WHOLE: Curve = [
  [0, 1.04],
  [3, 1.1],
  [8, 1.08],
  [20, 1],
  [34, 0.92],
];
/** Share of each month by days to the near expiry. What is near the day after is next on the last day. */
const NEAR: Curve = [
  [0, 0.12],
  [1, 0.24],
  [2, 0.37],
  [3, 0.49],
  [4, 0.6],
  [6, 0.75],
  [8, 0.85],
  [14, 0.92],
  [34, 0.945],
];
const FAR: Curve = [
  [0, 0.035],
  [8, 0.015],
  [20, 0.008],
  [34, 0.003],
];
/** A day's volume of each, relative to the facts' figure of the near month. */
const NEAR_VOLUME: Curve = [
  [0, 0.85],
  [2, 1.1],
  [5, 1.05],
  [8, 1],
];
const NEXT_VOLUME: Curve = [
  [0, 1],
  [1, 1.1],
  [3, 0.75],
  [5, 0.4],
  [8, 0.16],
  [14, 0.07],
  [34, 0.03],
];
const FAR_VOLUME: Curve = [
  [0, 0.08],
  [5, 0.04],
  [14, 0.012],
];
const VOLUMES: readonly Curve[] = [NEAR_VOLUME, NEXT_VOLUME, FAR_VOLUME];

/** sd of what a day adds to the log of open interest, of an index and of a stock; recorded 2-4 % and 3-4 %. */
const SHOCK = 0.026;
const STOCK_SHOCK = 0.034;
/** sd of each contract's own part. */
const OWN_SHARE = 0.35;
/** Days of shocks that open interest is a sum of, and how they fade. */
const SHOCK_DAYS = 50;
const SHOCK_FADE = 0.95;

export interface FutureInput {
  readonly seed: number;
  readonly facts: UnderlyingFacts;
  /** Days whose shocks are still felt, the present one first: any number that is a day's own. */
  readonly days: readonly number[];
  readonly expiry: string;
  /** Position of the expiry among the listed ones. */
  readonly rank: number;
  /** Calendar days to the near expiry. */
  readonly roll: number;
}

function shareOf(rank: number, roll: number): number {
  const near = along(NEAR, roll);
  const far = along(FAR, roll);
  return [near, 1 - near - far, far][rank] ?? far;
}

/** Lots of open interest of a future at the day's close. */
export function futureLotsHeld({ seed, facts, days, expiry, rank, roll }: FutureInput): number {
  const sd = facts.stock ? STOCK_SHOCK : SHOCK;
  const shared = subkey(subkey(seed, wordKey(facts.symbol)), wordKey("futures held"));
  const own = subkey(shared, wordKey(expiry));
  let wander = 0;
  let weight = 1;
  for (let i = 0; i < SHOCK_DAYS; i++) {
    wander += weight * (normal(draw(shared, days[i] ?? 0)) + OWN_SHARE * normal(draw(own, days[i] ?? 0)));
    weight *= SHOCK_FADE;
  }
  const held = facts.futureInterest * along(WHOLE, roll) * shareOf(rank, roll) * Math.exp(sd * wander);
  return Math.max(1, Math.round(held));
}

/** Lots of a future that change hands on a day. */
export const futureLotsTraded = ({ facts, rank, roll }: Pick<FutureInput, "facts" | "rank" | "roll">): number =>
  facts.futureVolume * along(VOLUMES[rank] ?? FAR_VOLUME, roll);
