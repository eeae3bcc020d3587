/**
 * A second estimate of a strategy's margin: the whole of it goes through the sixteen scenarios of the margin bases at once, so
 * that legs offset each other as they would in the market. What the options bought are worth above those sold has been paid
 * and counts against the loss. The exposure of each option sold and future is added as in the specification's estimate. On the
 * day of an expiry its legs are scanned apart from the others: an offset that ends today is none.
 *
 * It is an estimate of ours in the manner of SPAN, and not the exchange's figure.
 */
import { roundUp } from "#contract/domain/orders/exposure.ts";
import { futureExposure, optionExposure } from "./margin.ts";
import type { MarginLeg, MarginMarket } from "./margin-legs.ts";

export type ScannedLeg = MarginLeg & {
  /** Units bought, negative where sold. */
  readonly quantity: number;
  /** What a lot bought gains in each scenario, rupees; undefined where nothing is known of the contract. */
  readonly gains: readonly number[] | undefined;
};

/** Rupees, rounded up; NaN where a leg's risk is not known. */
export function scanMargin(legs: readonly ScannedLeg[], market: MarginMarket): number {
  if (legs.some(({ gains }) => gains === undefined)) return Number.NaN;
  const ending = legs.filter(({ daysLeft }) => daysLeft === 0);
  const others = legs.filter((leg) => !ending.includes(leg));
  let exposure = 0;
  for (const leg of legs) {
    if (leg.type === "FUT") exposure += Math.abs(leg.lots) * futureExposure(leg, market.symbol);
    else if (leg.lots < 0) exposure -= leg.lots * optionExposure(leg, market);
  }
  return roundUp(worstOf(ending) + worstOf(others) + exposure);
}

/** The most that these lose in one scenario, less what they are worth where that is more than nothing. */
function worstOf(legs: readonly ScannedLeg[]): number {
  let worst = 0;
  const count = legs[0]?.gains?.length ?? 0;
  for (let i = 0; i < count; i++) {
    let loss = 0;
    for (const { lots, gains } of legs) loss -= lots * (gains?.[i] ?? Number.NaN);
    worst = Math.max(worst, loss);
  }
  let value = 0;
  for (const { type, quantity, price } of legs) if (type !== "FUT") value += quantity * price;
  return Math.max(worst - Math.max(value, 0), 0);
}
