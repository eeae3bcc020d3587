/** What is known of an underlying on a simulated day, and what all underlyings of the day have in common. */

import type { Underlying } from "#contract/domain/instruments.ts";
import type { Session } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { Profile } from "../options/activity.ts";
import type { VolumeCurve } from "../options/counted-trades.ts";
import type { UnderlyingFacts } from "./facts.ts";

/** What all underlyings of a day have in common. */
export interface SharedDay {
  readonly seed: number;
  readonly date: IsoDate;
  /** Factor of the day's movement, and of implied volatility, around 1. */
  readonly sigma: number;
  readonly mood: number;
  readonly auction: boolean;
  /** Numbers of this day and of those before it, newest first: what a sum of daily shocks is drawn with. */
  readonly days: readonly number[];
  /** Curves that the day's counted trades follow. */
  volumeCurves(kind: Profile): readonly VolumeCurve[];
}

export interface UnderlyingDay extends SharedDay {
  readonly underlying: Underlying;
  readonly facts: UnderlyingFacts;
  readonly session: Session;
  /** Rupees by second, from minute `from` on; and what is printed as spot, scaled (empty for currency). */
  readonly driver: Float64Array;
  readonly spot: Int32Array;
  readonly basis: Float64Array;
  readonly from: number;
  readonly minutes: number;
  /** What is printed last, scaled, and the log move from open to close, where they are known without the path. */
  readonly closingPrint: number | undefined;
  readonly move: number;
  /** Level that the day's closing open interest is laid around, rupees: between the open and the close. */
  readonly centre: number;
  /** Middle of the last ten closes, rupees. */
  readonly resting: number;
  /** Where expiring contracts go over to after the auction's match. */
  readonly settlement: { readonly at: number; readonly price: number } | undefined;
}
