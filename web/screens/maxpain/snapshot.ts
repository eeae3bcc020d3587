/** What crosses the threads for max pain. */
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";

/** The scale, the outlines and the line chart are the view's own business: the derivation needs nothing. */
export type Params = Readonly<Record<string, never>>;

export interface Snapshot {
  /** Strikes shown, rupees, ascending: eight each side of max pain where the chain has them. */
  readonly strikes: Float64Array;
  /** Total pain by strike, rupees x units. */
  readonly pain: Float64Array;
  /** The day's highest total pain by strike. */
  readonly dayHigh: Float64Array;
  /** The least pain: that of the max pain strike. */
  readonly least: number;
  /** Rupees; NaN where no option holds any open interest. */
  readonly maxPain: number;
  /** Max pain through the day, rupees; NaN for holes. */
  readonly series: SeriesSet<"maxpain">;
  /** Of the whole chain, 2 decimals. */
  readonly pcr: number;
  /** Whole per cent against the previous day's PCR. */
  readonly pcrChange: number;
}
