import type { InstrumentName } from "#contract/domain/instruments.ts";

export interface Params {
  /** Each once. */
  readonly names: readonly InstrumentName[];
}

/** By the names' places, rupees; NaN where nothing is known yet. */
export interface Snapshot {
  readonly names: readonly InstrumentName[];
  readonly prices: Float64Array;
}
