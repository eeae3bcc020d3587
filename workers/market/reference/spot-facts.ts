/** The prices that a pane's header shows beside its figures, and the one that ATM stands on. */
import { inRupees, type ScaledPrice } from "#contract/domain/units.ts";
import type { SpotFacts } from "#contract/worker/spot-facts.ts";
import type { ChainMoment } from "../chain.ts";

/** The spot where the room has one, though it may stand still; else what ATM stands on. */
export function spotFacts({ spot, day, underlying }: ChainMoment): SpotFacts {
  const rupees = (price: ScaledPrice): number => (price > 0 ? inRupees(price, day.priceScale) : Number.NaN);
  const future = rupees(spot.future);
  const previousFuture = rupees(spot.prevFuture);
  if (spot.spot > 0)
    return { basis: "spot", spot: rupees(spot.spot), previousSpot: rupees(spot.prevSpot), future, previousFuture };
  const isFuture = underlying.kind === "currency" || spot.basis === "future";
  const previousSpot = isFuture ? previousFuture : Number.NaN;
  return { basis: spot.basis, spot: rupees(spot.underlying), previousSpot, future, previousFuture };
}

/** What ATM stands on: the spot, unless the closing auction holds it still; then what replaces it. Rupees. */
export const standingFacts = ({ spot, day }: Pick<ChainMoment, "spot" | "day">): Pick<SpotFacts, "basis" | "spot"> => ({
  basis: spot.basis,
  spot: inRupees(spot.underlying, day.priceScale),
});
