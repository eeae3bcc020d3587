/** What crosses the threads for lines of many strikes. */
import type { PricedOn } from "#contract/domain/choices/pricing.ts";
import type { StrikeChoice, StrikeList } from "#contract/domain/choices/strike-choice.ts";
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import type { SpotFacts } from "#contract/worker/spot-facts.ts";

export const PLOTS = [
  "oi",
  "oiChange",
  "price",
  "volume",
  "straddle",
  "iv",
  "delta",
  "theta",
  "vega",
  "gamma",
  "priceVega",
] as const;
export type Plot = (typeof PLOTS)[number];

/** The sides that are drawn. */
export const TYPES = ["both", "ce", "pe"] as const;
export type OptionType = (typeof TYPES)[number];

/** '24200 CE', '24200 PE', '24200' of a straddle, or 'spot'. */
export type LineId = string;
export const SPOT = "spot";

export interface Params {
  readonly plot: Plot;
  readonly type: OptionType;
  readonly choice: StrikeChoice;
  /** Strikes that are no multiples of 100 are left out. */
  readonly skips50: boolean;
}

export interface Snapshot {
  /** OI and volume in lakhs, prices in rupees, IV and greeks as chains show them. */
  readonly series: SeriesSet<LineId>;
  /** The figure that the lines are of: the view may have chosen another one meanwhile. */
  readonly plot: Plot;
  /** The lines of contracts, by strike, the call first. */
  readonly ids: readonly LineId[];
  readonly strikes: StrikeList;
  readonly spot: SpotFacts;
  /** What IVs and greeks stand on. */
  readonly pricedOn: PricedOn;
}
