import type { PracticeWish, PractisedFill, PractisedOrder } from "#contract/domain/practice.ts";
import type { IsoDate, Minute } from "#contract/domain/units.ts";

export interface Params {
  /** The day that the orders are of. */
  readonly date: IsoDate | undefined;
  readonly orders: readonly PracticeWish[];
}

export interface Snapshot {
  readonly minute: Minute;
  /** Those that were placed by now, in the order of the question. */
  readonly orders: readonly PractisedOrder[];
  /** Oldest first. */
  readonly fills: readonly PractisedFill[];
}
