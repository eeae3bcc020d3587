import type { RoomName } from "#contract/domain/instruments.ts";
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import type { Cause, LegTrade } from "#contract/domain/strategy/attribution.ts";
import type { LegType } from "#contract/domain/strategy/leg.ts";
import type { IsoDate, Minute } from "#contract/domain/units.ts";

/** A chain that legs are in, and what is listed beside it. */
export interface Chain {
  readonly room: RoomName;
  readonly symbol: string;
  readonly expiry: IsoDate;
  /** Option expiries of its symbol, and future expiries of its exchange. */
  readonly expiries: readonly IsoDate[];
  readonly futureExpiries: readonly IsoDate[];
}

export interface AttributedLeg {
  readonly room: RoomName;
  readonly type: LegType;
  /** Rupees; 0 of a future. */
  readonly strike: number;
  readonly trades: readonly LegTrade[];
}

export interface Params {
  /** Grows when there are other legs. */
  readonly revision: number;
  /** Those that are loaded. */
  readonly chains: readonly Chain[];
  readonly legs: readonly AttributedLeg[];
  /** The legs whose lines are drawn: from the first of them to before the last. */
  readonly drawn: readonly [from: number, to: number];
}

export type CauseLine = Cause | "total";

export interface Snapshot {
  readonly revision: number;
  readonly date: IsoDate;
  readonly minute: Minute;
  /** Rupees: of each leg, one of each cause in the order of CAUSES; NaN where the leg's P&L is not known. */
  readonly causes: Float64Array;
  /** Of the legs that are drawn, added up since the day's first minute. */
  readonly series: SeriesSet<CauseLine>;
  /** Legs that are drawn and known, of those that are drawn. */
  readonly known: number;
  readonly drawn: number;
  /** Of what is drawn: minutes of the day's holes that legs were held through, steps, and how many had no IV. */
  readonly holes: number;
  readonly steps: number;
  readonly withoutIv: number;
}
