import type { PracticeWish, PractisedFill, PractisedOrder } from "#contract/domain/orders/practice.ts";
import type { Ticks } from "#contract/domain/reference/ticks.ts";
import type { IsoDate, Minute } from "#contract/domain/units.ts";

export interface Params {
  /** The day that the orders are of. */
  readonly date: IsoDate | undefined;
  readonly orders: readonly PracticeWish[];
  /** Price steps of the symbol on that day, where they are not the default. */
  readonly ticks?: Ticks | undefined;
}

export interface Snapshot {
  readonly minute: Minute;
  /** Those that were placed by now, in the order of the question. */
  readonly orders: readonly PractisedOrder[];
  /** Oldest first. */
  readonly fills: readonly PractisedFill[];
}
