/** How the board prices options: a setting of all its screens, named beside every figure that uses it. */

export interface PricingChoice {
  /** Forward mode: Black-76 on the forward, one IV a strike, instead of Black-Scholes on the spot. */
  readonly forward: boolean;
  /** Contracts without a trade today are priced at their last price, of whatever day. */
  readonly untraded: boolean;
}

export const DEFAULT_PRICING: PricingChoice = { forward: false, untraded: false };

export const isSamePricing = (a: PricingChoice = DEFAULT_PRICING, b: PricingChoice = DEFAULT_PRICING): boolean =>
  a.forward === b.forward && a.untraded === b.untraded;

/** What a screen says that its IVs, greeks and straddles stand on. */
export interface PricedOn extends PricingChoice {
  readonly basis: "spot" | "future" | "forward" | "none";
  /** Rupees; NaN when there is none. */
  readonly price: number;
  /** Options whose last price is of an earlier day. */
  readonly quiet: number;
}
