/**
 * What positions and resting orders block of a practice account's cash: an estimate of our own in the manner of SPAN and
 * exposure margin, with rates of the order that NSE Clearing publishes. A real broker's figure differs.
 *
 * - An option that is bought costs its premium, no more. - An option that is sold, and a future on either side, blocks a rate of
 * the underlying's value; of an option less what it is out of the money, at least half of the rate, and what it is worth.
 * - Orders block what they would open at worst: of the two sides the one that comes to more.
 */
import type { InstrumentType, Underlying } from "#contract/domain/instruments.ts";

export interface Exposure {
  readonly kind: Underlying["kind"];
  readonly type: InstrumentType;
  /** Rupees; 0 for a future. */
  readonly strike: number;
  /** Of the underlying, rupees. */
  readonly spot: number;
  /** Last price of the contract, rupees. */
  readonly price: number;
  /** 1000 for USDINR, else 1. */
  readonly multiplier: number;
  /** Units; negative when short. */
  readonly net: number;
  /** Units that rest to be bought, and the rupees a unit x units that they would cost. */
  readonly buying: number;
  readonly buyingValue: number;
  /** Units that rest to be sold. */
  readonly selling: number;
}

/** Scan and exposure together, fractions of the underlying's value. */
const RATES: Readonly<Record<Underlying["kind"], number>> = { index: 0.12, stock: 0.2, currency: 0.03 };

/** Rupees blocked by one contract. */
export function blockedBy(exposure: Exposure): number {
  const { type, net, buying, selling, multiplier } = exposure;
  const unit = riskOf(exposure);
  const shortest = Math.max(selling - net, 0) * unit * multiplier;
  if (type === "FUT") return Math.max(shortest, Math.max(net + buying, 0) * unit * multiplier);
  // What buys back a short position needs its premium only, and frees the margin as it fills.
  return shortest + exposure.buyingValue * multiplier * opening(net, buying);
}

/** The part of what is bought that does more than close a short position. */
const opening = (net: number, buying: number): number =>
  buying === 0 ? 0 : Math.max(buying - Math.max(-net, 0), 0) / buying;

/** Rupees a unit of a future, or of an option sold. */
function riskOf({ kind, type, strike, spot, price }: Exposure): number {
  const risk = spot * RATES[kind];
  if (type === "FUT") return risk;
  const out = type === "CE" ? strike - spot : spot - strike;
  return Math.max(risk - Math.max(out, 0), risk / 2) + price;
}
