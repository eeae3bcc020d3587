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

export const PRICE_BASES = ["spot", "future", "forward", "none"] as const;
export type PriceBasis = (typeof PRICE_BASES)[number];

/** What a screen says that its IVs, greeks and straddles stand on. */
export interface PricedOn extends PricingChoice {
  readonly basis: PriceBasis;
  /** Rupees; NaN when there is none. */
  readonly price: number;
  /** Options whose last price is of an earlier day. */
  readonly quiet: number;
  /** How old these prices are. */
  readonly quietAges?: QuietAges;
  /** Of lines through the day: from which minute each basis holds, up to the next; one entry where all minutes have the same. */
  readonly spans?: readonly BasisSpan[];
  /** Of the contracts whose lines are shown, those that have not traded today. */
  readonly untradedContracts?: readonly UntradedContract[];
}

export interface BasisSpan {
  /** Minute of the IST day. */
  readonly from: number;
  readonly basis: PriceBasis;
}

/** How long ago a contract traded that has not traded today. */
export interface PriceAge {
  /** The least that it can be, in calendar days; NaN where nobody knows. */
  readonly days: number;
  /** It is longer ago than `days`. */
  readonly isOlder: boolean;
}

/** Of contracts that have not traded today, how many traded `days` ago, and how many before. Of the others nobody knows. */
export interface QuietAges {
  readonly days: number;
  readonly traded: number;
  readonly older: number;
}

/** An age as a number: its days, less than 0 where it is more than so many, NaN where nobody knows. */
export const ageCode = ({ days, isOlder }: PriceAge): number => (isOlder ? -days : days);

/** A contract that has not traded today, and what is known of its last price. */
export interface UntradedContract extends PriceAge {
  /** Rupees. */
  readonly strike: number;
  readonly side: "ce" | "pe";
  /** Of an earlier day, rupees. */
  readonly price: number;
}
