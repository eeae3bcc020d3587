/** What crosses the threads for HV-IV. */
import type { SeriesSet } from "#contract/domain/series-set.ts";
import type { IsoDate } from "#contract/domain/units.ts";

export interface Params {
  /** Days of the HV. */
  readonly window: number;
}

export type LineId = "hv" | "iv";

/** Volatilities are per cent a year. */
export interface Snapshot {
  /** The last 252 finished days that the symbol has. */
  readonly series: SeriesSet<LineId>;
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
