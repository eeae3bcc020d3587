/** What a builder asks of a strategy, and the answer. Rupees, unless a line says otherwise; NaN where there is no figure. */

import type { FrozenDay } from "../clock.ts";
import type { IsoDate } from "../units.ts";
import type { Leg, LegType } from "./leg.ts";

/** A leg that is held, as its orders left it. */
export interface HeldLeg {
  readonly type: LegType;
  readonly expiry: IsoDate;
  /** Rupees; 0 for a future. */
  readonly strike: number;
  /** Lots bought, negative where sold. */
  readonly lots: number;
  readonly lotSize: number;
  /** Average price, rupees a unit. */
  readonly entry: number;
  /** The day of its expiry, where that has passed and the day is known: what it was settled at is read there. */
  readonly settledOn?: FrozenDay;
}

/** How far the IVs are thought to move. Nothing moved gives every figure as it is, bit for bit. */
export interface IvShift {
  /** Share of each IV: 0.1 is a tenth more. */
  readonly all: number;
  /** Points of IV by expiry, as fractions: 0.02 is two points. */
  readonly byExpiry: Readonly<Record<string, number>>;
}

/** A leg as the market has it now. */
export interface MarkedLeg extends Leg {
  readonly expiry: IsoDate;
  /** IV of its own price, a fraction as it is shown; 0 where the price admits none. */
  readonly shownIv: number;
  /** Its value rests on the IV of the strike's other side. */
  readonly isTwinIv: boolean;
  /** Its expiry has passed, by its date or, beside legs that go on, by its close: its price is what it was settled at, and lines, greeks and margin are without it. */
  readonly isExpired: boolean;
}

/** With its value at the target. */
export interface TargetLeg extends MarkedLeg {
  /** Rupees a unit at the target's spot and moment, at its shifted IV. */
  readonly target: number;
}

export interface WhatIf {
  /** The target's spot, rupees; absent: the spot now. */
  readonly spot?: number;
  /** Days left to the nearest expiry at the target; absent: as many as there are now. 0 is the expiry. */
  readonly daysLeft?: number;
  readonly iv: IvShift;
}

export const NO_SHIFT: WhatIf = { iv: { all: 0, byExpiry: {} } };

/** What an end of the strategy takes: shares of what each leg is worth then, and rupees whatever it is worth. */
export interface EndCosts {
  /** In the order of the legs, fractions. */
  readonly rates: readonly number[];
  readonly fixed: number;
}

/** Costs that lines, extremes and break-evens are lowered by: where all is closed before the expiry, and at the expiry. */
export interface Costs {
  readonly closing: EndCosts;
  readonly expiring: EndCosts;
}

/** P&L over spot and date. */
export interface StrategyMap {
  /** Rupees, ascending. */
  readonly spots: Float64Array;
  /** The columns from now to the nearest expiry, in days left to it. */
  readonly daysLeft: readonly number[];
  /** Rupees, a column after the other: `spots.length` figures each. */
  readonly values: Float64Array;
  /** Of each column, what one standard deviation is until then: a share of the spot; NaN where it is not known. */
  readonly deviation: readonly number[];
}

export interface DeviationBands {
  /** Distance of one standard deviation, percent of spot. */
  readonly percent: number;
  /** Rupees: [2 below, 1 below, 1 above, 2 above]. */
  readonly levels: readonly [number, number, number, number];
}

export interface Valuation {
  /** All of them, in their order, those with a passed expiry, too. */
  readonly legs: readonly TargetLeg[];
  /** How many of the legs have a price. */
  readonly priced: number;
  /** Of all legs. */
  readonly unrealised: number;
  readonly payoff: {
    readonly spots: Float64Array;
    /** P&L at the target's moment, and at the nearest expiry. */
    readonly target: Float64Array;
    readonly expiry: Float64Array;
  };
  /** Rupees: the spot now. */
  readonly spotNow: number;
  /** The target's spot, and the P&L there at the target's moment. */
  readonly spot: number;
  readonly projected: number;
  /** Infinity is 'Unlimited'. */
  readonly maxProfit: number;
  readonly maxLoss: number;
  /** On expiry with the underlying at 0, rupees; NaN where the line is flat there: then that end is no extreme of its own. */
  readonly atZero: number;
  readonly breakEvens: readonly number[];
  readonly netCredit: number;
  readonly delta: number;
  readonly gamma: number;
  /** A day. */
  readonly theta: number;
  /** A point of IV. */
  readonly vega: number;
  /** Per cent, by the rule. Where the rule contradicts the payoff, the chance of gain stands in its place. */
  readonly pop: { readonly percent: number; readonly rule: number; readonly isCorrected: boolean };
  /** Estimated by the specification's rules; 0 without legs. */
  readonly margin: number;
  /** Estimated by sixteen scenarios of the whole strategy; 0 without legs. */
  readonly scanMargin: number;
  readonly bands: DeviationBands | undefined;
  /** Days left to the nearest expiry of the legs (of the pane's without legs), now and at the target. */
  readonly days: { readonly now: number; readonly target: number };
}
