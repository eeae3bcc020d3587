/** What crosses the threads for the builder. Rupees, unless a line says otherwise; NaN where there is no figure. */
import type { PricedOn } from "#contract/domain/pricing.ts";
import type { HeldLeg, Valuation, WhatIf } from "#contract/domain/strategy/valuation.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { SpotFacts } from "#contract/worker/spot-facts.ts";

/** Strike steps to each side of the payoff chart. */
export const RANGES = [10, 15, 20, 25, 30, 35, 40, 45, 50] as const;
export const DEFAULT_RANGE = 25;

export interface Params {
  readonly legs: readonly HeldLeg[];
  /** Strike steps to each side; less where the chart is zoomed. */
  readonly range: number;
  readonly whatIf: WhatIf;
}

/** One side of the ladder, by strike. */
export interface LadderSide {
  readonly ltp: Float64Array;
  readonly delta: Float64Array;
  /** Fractions; 0 where the price admits none. */
  readonly iv: Float64Array;
  /** The exchange's token; -1 where there is no contract. */
  readonly token: Float64Array;
  /** Units. */
  readonly oi: Float64Array;
  readonly oiChange: Float64Array;
}

export interface Ladder {
  readonly strikes: Float64Array;
  readonly ce: LadderSide;
  readonly pe: LadderSide;
  /** Index of the strike at the money; -1 where that is not known. */
  readonly atm: number;
  /** Rupees between strikes near the money. */
  readonly step: number;
  readonly lotSize: number;
}

export interface FutureFacts {
  readonly ltp: number;
  readonly lotSize: number;
  readonly token: number;
}

export interface Snapshot {
  readonly spot: SpotFacts;
  readonly pricedOn: PricedOn;
  readonly date: IsoDate;
  /** Minute of the IST day that the figures are of. */
  readonly minute: number;
  readonly ladder: Ladder;
  /** Of the pane's expiry; absent where its options have no future. */
  readonly future?: FutureFacts;
  readonly valuation: Valuation;
}
