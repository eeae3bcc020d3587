/** What crosses the threads for a strategy. Rupees, unless a line says otherwise; NaN where there is no figure. */

import type { PricedOn } from "../domain/choices/pricing.ts";
import { roomName } from "../domain/instruments.ts";
import type { LegType } from "../domain/strategy/leg.ts";
import { type Costs, type HeldLeg, NO_SHIFT, type Valuation, type WhatIf } from "../domain/strategy/valuation.ts";
import type { IsoDate } from "../domain/units.ts";
import type { Need, PaneContext } from "./screen.ts";
import type { SpotFacts } from "./spot-facts.ts";

/** Strike steps to each side of the payoff chart. */
export const RANGES = [10, 15, 20, 25, 30, 35, 40, 45, 50] as const;
export const DEFAULT_RANGE = 25;

export interface StrategyParams {
  readonly legs: readonly HeldLeg[];
  /** Strike steps to each side; less where the chart is zoomed. */
  readonly range: number;
  readonly whatIf: WhatIf;
  /** Figures are net of these; absent: gross. */
  readonly costs?: Costs;
}

export const NO_STRATEGY: StrategyParams = { legs: [], range: DEFAULT_RANGE, whatIf: NO_SHIFT };

/** The room of the pane's expiry, and those of the legs that expire on other days: of a passed one the day it was settled on. */
export const strategyNeeds = (
  { legs }: { readonly legs: readonly Pick<HeldLeg, "expiry" | "settledOn">[] },
  { symbol, expiry }: PaneContext,
): readonly Need[] => [
  { room: roomName(symbol, expiry) },
  ...[...new Map(legs.map((leg) => [leg.expiry, leg.settledOn]))]
    .filter(([other]) => other !== expiry)
    .map(([other, day]): Need => {
      const need = { room: roomName(symbol, other), optional: true as const };
      return day === undefined ? need : { ...need, day, fields: ["ltp"] };
    }),
];

/** One side of the ladder, by strike. */
export interface LadderSide {
  readonly ltp: Float64Array;
  /** Of a price of an earlier day, as `ageCode` has it; 0 where it is of today. */
  readonly age: Float64Array;
  readonly delta: Float64Array;
  /** Fractions; 0 where the price admits none. */
  readonly iv: Float64Array;
  /** The exchange's token; -1 where there is no contract. */
  readonly token: Float64Array;
  /** Units. */
  readonly oi: Float64Array;
  readonly oiChange: Float64Array;
}

export interface Ladder {
  readonly strikes: Float64Array;
  readonly ce: LadderSide;
  readonly pe: LadderSide;
  /** Index of the strike at the money; -1 where that is not known. */
  readonly atm: number;
  /** Rupees between strikes near the money. */
  readonly step: number;
  readonly lotSize: number;
  /** To the expiry, as the model counts. */
  readonly years: number;
}

export interface FutureFacts {
  readonly ltp: number;
  readonly lotSize: number;
  readonly token: number;
}

/** A contract as it can be bought or sold now. */
export interface QuotedContract {
  readonly type: LegType;
  readonly expiry: IsoDate;
  readonly strike: number;
  readonly price: number;
  /** A fraction; 0 where it is not known. */
  readonly iv: number;
  readonly token: number;
  readonly lotSize: number;
}

export interface StrategySnapshot {
  readonly spot: SpotFacts;
  readonly pricedOn: PricedOn;
  readonly date: IsoDate;
  /** Minute of the IST day that the figures are of. */
  readonly minute: number;
  readonly ladder: Ladder;
  /** Of the pane's expiry; absent where its options have no future. */
  readonly future?: FutureFacts;
  readonly valuation: Valuation;
}
