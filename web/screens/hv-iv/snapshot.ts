/** What crosses the threads for HV-IV. */
import type { HvWindow, VolatilityLines } from "#contract/domain/snapshots/volatility-lines.ts";

export interface Params {
  readonly window: HvWindow;
}

export type Snapshot = VolatilityLines;
