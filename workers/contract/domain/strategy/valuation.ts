/** What a builder asks of a strategy, and what it is told. Rupees, unless a line says otherwise; NaN where there is no figure. */
import type { Leg, LegType } from "../leg.ts";
import type { IsoDate } from "../units.ts";

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
}

export interface WhatIf {
  /** The target's spot, a share of the spot now: 0.01 is one per cent higher. */
  readonly spot: number;
  /** Days left to the nearest expiry at the target; absent: as many as there are now. 0 is the expiry. */
  readonly daysLeft?: number;
  readonly iv: IvShift;
}

export const NO_SHIFT: WhatIf = { spot: 0, iv: { all: 0, byExpiry: {} } };

export interface DeviationBands {
  /** Distance of one standard deviation, percent of spot. */
  readonly percent: number;
  /** Rupees: [2 below, 1 below, 1 above, 2 above]. */
  readonly levels: readonly [number, number, number, number];
}

export interface Valuation {
  readonly legs: readonly MarkedLeg[];
  /** How many of the legs have a price. */
  readonly priced: number;
  readonly unrealised: number;
  readonly payoff: {
    readonly spots: Float64Array;
    /** P&L at the target's moment, and at the nearest expiry. */
    readonly target: Float64Array;
    readonly expiry: Float64Array;
  };
  /** The target's spot, and the P&L there at the target's moment. */
  readonly spot: number;
  readonly projected: number;
  /** Infinity is 'Unlimited'. */
  readonly maxProfit: number;
  readonly maxLoss: number;
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
  /** Estimated; 0 without legs. */
  readonly margin: number;
  readonly bands: DeviationBands | undefined;
  /** Days left to the nearest expiry of the legs (of the pane's without legs), now and at the target. */
  readonly days: { readonly now: number; readonly target: number };
}
