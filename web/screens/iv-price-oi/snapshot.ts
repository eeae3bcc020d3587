import type { PricedOn } from "#contract/domain/choices/pricing.ts";
import type { StrikeList } from "#contract/domain/choices/strike-choice.ts";
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import type { SpotFacts } from "#contract/worker/spot-facts.ts";

export const SIDES = ["ce", "pe"] as const;
export type Side = (typeof SIDES)[number];

/** What a line shows, in the order of the axes: the first that is on has the left one. */
export const FIGURES = ["iv", "price", "oi"] as const;
export type Figure = (typeof FIGURES)[number];

/** IV in per cent, price in rupees, OI in lakh. */
export type LineId = `${Side}-${Figure}`;

/** One strike a side. */
export type Params = Readonly<Record<Side, "atm" | number>>;

export interface Snapshot {
  readonly series: SeriesSet<LineId>;
  /** The strike that a side's lines are of, in rupees; NaN while it is not known. */
  readonly chosen: Readonly<Record<Side, number>>;
  readonly strikes: StrikeList;
  readonly spot: SpotFacts;
  /** What the IVs stand on. */
  readonly pricedOn: PricedOn;
}
