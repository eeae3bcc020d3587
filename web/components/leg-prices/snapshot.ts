import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import type { HeldLeg } from "#contract/domain/strategy/valuation.ts";
import type { IsoDate } from "#contract/domain/units.ts";

export interface Params {
  readonly legs: readonly HeldLeg[];
}

export type LegPricesLine = "price" | "vwap";

export interface Snapshot {
  readonly date: IsoDate;
  /** Rupees, for one set of the smallest whole lots. No points where a leg is a future, or its chain cannot be had. */
  readonly series: SeriesSet<LegPricesLine>;
}
