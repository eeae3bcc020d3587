/** What crosses the threads for a straddle or strangle. */
import type { PricedOn } from "#contract/domain/choices/pricing.ts";
import type { StrikeList } from "#contract/domain/choices/strike-choice.ts";
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { SpotFacts } from "#contract/worker/spot-facts.ts";
import type { TableSnapshot } from "#contract/worker/table.ts";

/** The series that have a checkbox, in its order; `main` is the pair's price. */
export const SERIES = [
  "main",
  "extrinsic",
  "callPrice",
  "putPrice",
  "callVwap",
  "putVwap",
  "cmbdVwap",
  "callIv",
  "putIv",
  "cmbdIv",
  "spot",
] as const;
export type SeriesName = (typeof SERIES)[number];

/** Further: the straddle at the money of each minute, and the break-evens. */
export const LINES = [...SERIES, "rolling", "upper", "lower"] as const;
export type LineId = (typeof LINES)[number];

export interface Params {
  /** Rupees; "atm" follows the money. */
  readonly ce: "atm" | number;
  readonly pe: "atm" | number;
  /** Whether the table of every strike is shown. */
  readonly hasChain: boolean;
}

/** A value and the minute of the IST day when it was reached first; NaN where there is none. */
export interface Extreme {
  readonly value: number;
  readonly minute: number;
}

/** Slots of a row of the straddle chain: rupees, per cent of the previous close, per cent, per cent of the price. */
export const STRIKE = 0;
export const PRICE = 1;
export const CHANGE = 2;
export const IV = 3;
export const TIME_SHARE = 4;
export const NAME = 5;
export const SLOTS = 6;

/** What an order in a contract names it by. */
export interface ContractFacts {
  /** The feed's token. */
  readonly token: number;
  /** Units of a lot. */
  readonly lotSize: number;
}

export interface Snapshot {
  /** The board's day, and the minute of the IST day that it stands at. */
  readonly date: IsoDate;
  readonly minute: number;
  /** Prices in rupees a unit, IV in per cent. */
  readonly series: SeriesSet<LineId>;
  readonly strikes: StrikeList;
  readonly spot: SpotFacts;
  /** What IVs and deltas stand on. */
  readonly pricedOn: PricedOn;
  /** The strikes that are shown, rupees; NaN while the money is not known. */
  readonly ce: number;
  readonly pe: number;
  readonly call: ContractFacts;
  readonly put: ContractFacts;
  /** Of one unit bought. */
  readonly callDelta: number;
  readonly putDelta: number;
  /** Of the pair's price today. */
  readonly high: Extreme;
  readonly low: Extreme;
  /** False where the source has no average prices. */
  readonly hasVwap: boolean;
  readonly chain: TableSnapshot;
}
