/** What crosses the threads for volatility: smile, term structure, expected move, and the daily lines. */
import type { PricedOn } from "#contract/domain/choices/pricing.ts";
import type { HvWindow, VolatilityLines } from "#contract/domain/snapshots/volatility-lines.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { SpotFacts } from "#contract/worker/spot-facts.ts";

/** Strikes each side of the money; 100 is every strike. */
export const RANGES = [10, 15, 20, 30, 100] as const;

export interface Params {
  /** Minute of the IST day that the smile is compared with; 'first' is the day's first with figures. */
  readonly minute: "off" | "first" | number;
  readonly range: (typeof RANGES)[number];
  readonly window: HvWindow;
}

/** IVs are per cent a year, of the out-of-the-money side; NaN where there is none. */
export interface Smile {
  /** Rupees, ascending. */
  readonly strikes: Float64Array;
  readonly now: Float64Array;
  /** At the chosen minute. */
  readonly earlier: Float64Array;
  readonly previous: Float64Array;
}

/** By listed expiry that has a chain, nearest first; IV at the money, per cent. */
export interface Terms {
  readonly expiries: readonly IsoDate[];
  /** Calendar days to the expiry. */
  readonly days: Float64Array;
  readonly now: Float64Array;
  readonly previous: Float64Array;
  /** Listed expiries whose chain cannot be had, or is on its way. */
  readonly missing: number;
  readonly loading: number;
}

/** By trading day: closes up to today, whose price is the last, then the bands of one and two standard deviations. Rupees. */
export interface Move {
  readonly dates: readonly IsoDate[];
  readonly closes: Float64Array;
  readonly upper: Float64Array;
  readonly lower: Float64Array;
  readonly upper2: Float64Array;
  readonly lower2: Float64Array;
  /** One standard deviation to the chosen expiry; NaN where its IV at the money is not known. */
  readonly toExpiry: number;
}

export interface Snapshot {
  readonly spot: SpotFacts;
  readonly pricedOn: PricedOn;
  /** The exchange's date. */
  readonly date: IsoDate;
  readonly expiry: IsoDate;
  readonly daysLeft: number;
  readonly smile: Smile;
  /** What the chain is priced on, rupees; the strike nearest to it. */
  readonly reference: number;
  readonly atm: number;
  /** First and last minute of the day with figures, and minutes between two. */
  readonly first: number;
  readonly last: number;
  readonly cadence: number;
  /** The minute that 'earlier' is of: the chosen one, or the last before it with figures. NaN where there is none. */
  readonly earlierMinute: number;
  readonly atmIv: number;
  readonly previousAtmIv: number;
  readonly terms: Terms;
  readonly move: Move;
  /** Undefined where there is no daily document, and while it is on its way. */
  readonly daily: VolatilityLines | undefined;
  readonly isDailyComing: boolean;
}
