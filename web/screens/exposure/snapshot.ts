/** What crosses the threads for exposure. Rupees: gamma for a move of 1 % of the spot, vega for a point of IV. */
import type { PricedOn } from "#contract/domain/choices/pricing.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { SpotFacts } from "#contract/worker/spot-facts.ts";

/** Strikes each side of the money that the bars show; 100 is every strike. */
export const RANGES = [8, 10, 13, 15, 20, 100] as const;

export const FIGURES = ["gamma", "delta", "vega"] as const;
export type Figure = (typeof FIGURES)[number];

export interface Params {
  /** The chosen expiry, or all that are listed. */
  readonly scope: "expiry" | "all";
  /** Which side counts as positive. */
  readonly positive: "calls" | "puts";
  readonly range: (typeof RANGES)[number];
}

/** By strike shown. */
export interface Bars {
  readonly ce: Float64Array;
  readonly pe: Float64Array;
}

export interface ExpiryTotals extends Readonly<Record<Figure, number>> {
  readonly expiry: IsoDate;
}

export interface Snapshot {
  readonly spot: SpotFacts;
  /** What ATM stands on; by it, and in its terms, the curve and its zero. */
  readonly standing: Pick<SpotFacts, "basis" | "spot">;
  readonly pricedOn: PricedOn;
  readonly positive: Params["positive"];
  /** The expiry, where it is of one. */
  readonly expiry: IsoDate | undefined;
  /** Rupees, ascending; the strike at the money. */
  readonly strikes: Float64Array;
  readonly atm: number;
  readonly bars: Readonly<Record<Figure, Bars>>;
  /** Units, of the strikes shown. */
  readonly oi: Bars;
  /** Net, of all strikes. */
  readonly totals: Readonly<Record<Figure, number>>;
  /** By expiry that has a chain. */
  readonly byExpiry: readonly ExpiryTotals[];
  /** Net gamma if the spot stood there; none without a spot. */
  readonly curve: { readonly spots: Float64Array; readonly gamma: Float64Array };
  /** Spot at which net gamma is 0; NaN where there is none within 10 %. */
  readonly zero: number;
  /** Held contracts without an IV, which have no part, and their open interest in units. */
  readonly left: number;
  readonly leftOi: number;
  readonly hasOi: boolean;
  /** Listed expiries whose chain cannot be had, or is on its way. */
  readonly missing: number;
  readonly loading: number;
}
