/** What crosses the threads for HV-IV. */
import type { HvWindow, VolatilityLines } from "#contract/domain/volatility-lines.ts";

export interface Params {
  readonly window: HvWindow;
}

export type Snapshot = VolatilityLines;
