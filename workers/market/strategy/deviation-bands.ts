/** The standard-deviation bands of a payoff chart: how far the spot usually goes until the expiry. */
import type { DeviationBands } from "#contract/domain/strategy/valuation.ts";

/** What stands for a standard deviation that the source does not give. */
export const FALLBACK_DEVIATION = 0.00001;

/** The source's standard deviation of the underlying's daily change, or the fallback where it has none. */
export const deviationOr = (deviation: number | undefined): number =>
  deviation !== undefined && deviation > 0 && deviation < Number.POSITIVE_INFINITY ? deviation : FALLBACK_DEVIATION;

/** At or below it there are no bands. */
const HIDDEN_UP_TO = 0.001;

/**
 * One band is sqrt(days + 1) times the daily standard deviation. Undefined where there is nothing to show: no deviation
 * worth the name (0.001 and less), no spot.
 *
 * @param spot rupees
 * @param daysLeft from now to the expiry, whatever moment is looked at; less than 0 counts as 0
 * @param sd daily standard deviation of the underlying, a fraction of its price
 */
export function deviationBands(spot: number, daysLeft: number, sd: number | undefined): DeviationBands | undefined {
  const deviation = deviationOr(sd);
  if (!(deviation > HIDDEN_UP_TO) || !(spot > 0)) return undefined;
  const share = Math.sqrt(Math.max(daysLeft, 0) + 1) * deviation;
  return {
    percent: 100 * share,
    levels: [spot * (1 - 2 * share), spot * (1 - share), spot * (1 + share), spot * (1 + 2 * share)],
  };
}
