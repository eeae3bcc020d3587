/** Historical and implied volatility of a symbol by day, as screens show them. */

import type { IsoDate } from "../units.ts";
import type { SeriesSet } from "./series-set.ts";

/** Windows of the HV that can be chosen, in trading days. */
export const HV_WINDOWS = [2, 5, 10, 20, 30, 50, 100, 200, 252] as const;
export type HvWindow = (typeof HV_WINDOWS)[number];

/** Volatilities are per cent a year. */
export interface VolatilityLines {
  /** Of its HV. */
  readonly window: HvWindow;
  /** The last 252 finished days that the symbol has. */
  readonly series: SeriesSet<"hv" | "iv">;
  /** Lowest and highest IV of the days shown. */
  readonly ivLow: number;
  readonly ivHigh: number;
  /** Where the newest IV stands among them, 0 to 100. */
  readonly ivRank: number;
  readonly ivPercentile: number;
  /** Days that were kept out of the HV: their change is that of a split or a bonus. */
  readonly splits: readonly IsoDate[];
  /** Finished days whose change is known: an HV takes as many as its window. */
  readonly changes: number;
  /** Days that the server is still making. */
  readonly pending: number;
}
