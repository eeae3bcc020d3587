/** What crosses the threads for the PCR chart. */

import type { StrikeChoice, StrikeList } from "#contract/domain/choices/strike-choice.ts";
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import type { SpotFacts } from "#contract/worker/spot-facts.ts";

/** The ratio that the average is of: of open interest, or of volume. */
export type RatioType = "pcr" | "volumePcr";
export type LineId = RatioType | "ema" | "spot";

export interface Params {
  readonly type: RatioType;
  readonly choice: StrikeChoice;
  /** Of the average, in points. */
  readonly period: number;
}

export interface Snapshot {
  /** Ratios unrounded; the spot in rupees. */
  readonly series: SeriesSet<LineId>;
  readonly strikes: StrikeList;
  readonly spot: SpotFacts;
  /** The previous day's ratios of the same contracts, unrounded; NaN where they are not known. */
  readonly previous: Readonly<Record<RatioType, number>>;
}
