/** A rule that is tried on past days: when it enters and leaves, with which legs, and what they cost. */
import type { IsoDate, Minute } from "../units.ts";
import type { Side } from "./legs.ts";

/** Which strike a leg takes at the entry, of the chain as it is then. */
export type StrikeRule =
  /** Strikes from the one at the money: 1 is the next higher one. */
  | { readonly by: "atm"; readonly steps: number }
  /** The strike whose delta is nearest to it in size, 0 to 1. */
  | { readonly by: "delta"; readonly delta: number }
  /** The strike whose price is nearest to it, rupees. */
  | { readonly by: "premium"; readonly premium: number };

export interface BacktestLeg {
  readonly side: Side;
  readonly type: "CE" | "PE";
  readonly lots: number;
  readonly strike: StrikeRule;
  /** Per cent of the entry price that the leg may lose, or wins before it is closed; null: none. */
  readonly stop: number | null;
  readonly target: number | null;
  /** How often it is entered again at its first price after a stop. */
  readonly reentries: number;
}

export const MOST_LEGS = 6;
export const MOST_REENTRIES = 3;
export const MOST_SETS = 2000;

export interface BacktestPlan {
  readonly legs: readonly BacktestLeg[];
  readonly entry: Minute;
  readonly exit: Minute;
  /** Rupees of the whole day, before charges; the stop is below 0; null: none. */
  readonly stop: number | null;
  readonly target: number | null;
  /** Days of the week that are traded: 1 is Monday. */
  readonly weekdays: readonly number[];
  /** Price ticks that every order is worse than the last price. */
  readonly slippage: number;
  /** Rupees an order; null: no charges at all. */
  readonly brokerage: number | null;
}

/** What a past day's market says of an underlying. */
export interface DayTerms {
  /** Units: the exchange's largest order. */
  readonly freeze: number;
  /** Rupees: the step of its options' prices. */
  readonly tick: number;
  /** Listed then: its own, and those of its exchange's futures. */
  readonly expiries: readonly IsoDate[];
  readonly futureExpiries: readonly IsoDate[];
}

export type FillReason = "entry" | "stop" | "target" | "re-entry" | "whole stop" | "whole target" | "exit";

export interface Fill {
  readonly minute: Minute;
  /** Place of its leg in the plan. */
  readonly leg: number;
  readonly side: Side;
  /** Rupees. */
  readonly strike: number;
  readonly price: number;
  readonly reason: FillReason;
}

/** Why a day was not traded. */
export type Skipped = "weekday" | "entry" | "strike";

/** What a day came to. */
export interface DayResult {
  readonly date: IsoDate;
  /** Rupees: after charges, and the charges. 0 of a day that was skipped. */
  readonly net: number;
  readonly charges: number;
  /** How many were filled, each of the exchange's largest size at most. */
  readonly orders: number;
  readonly skipped?: Skipped;
}

export interface BacktestDay extends DayResult {
  readonly fills: readonly Fill[];
}

export interface BacktestTotals {
  readonly net: number;
  readonly charges: number;
  /** The deepest fall below the best sum so far, by the close of days; 0 or less. */
  readonly drawdown: number;
  readonly winDays: number;
  readonly tradedDays: number;
  readonly orders: number;
}

/** Rupees to the paisa. */
export const toPaisa = (rupees: number): number => Math.round(rupees * 100) / 100;

export function totalsOf(days: readonly DayResult[]): BacktestTotals {
  let [net, charges, best, drawdown, winDays, tradedDays, orders] = [0, 0, 0, 0, 0, 0, 0];
  for (const day of days) {
    if (day.skipped !== undefined) continue;
    net = toPaisa(net + day.net);
    charges = toPaisa(charges + day.charges);
    best = Math.max(best, net);
    drawdown = Math.min(drawdown, toPaisa(net - best));
    if (day.net > 0) winDays++;
    tradedDays++;
    orders += day.orders;
  }
  return { net, charges, drawdown, winDays, tradedDays, orders };
}

/** From, to and by what step a rule is changed. */
export interface SweepRange {
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

/** What is changed from set to set; stop and target are those of every leg, per cent. */
export interface Sweep {
  readonly entry?: SweepRange;
  readonly stop?: SweepRange;
  readonly target?: SweepRange;
}

/** Rounded, so that 0.1 steps end where they say. */
function valuesOf({ from, to, by }: SweepRange): readonly number[] {
  if (!(by > 0) || !(to >= from)) return [from];
  const count = Math.floor((to - from) / by + 1e-9) + 1;
  return Array.from({ length: count }, (_, at) => Math.round((from + at * by) * 1e6) / 1e6);
}

export const countOfSets = (sweep: Sweep): number =>
  [sweep.entry, sweep.stop, sweep.target].reduce((product, range) => product * (range ? valuesOf(range).length : 1), 1);

/** Every set of the sweep: the plan with its entry, stop and target, in the order of their values. */
export function plansOf(plan: BacktestPlan, { entry, stop, target }: Sweep): readonly BacktestPlan[] {
  const legsWith = (over: Partial<BacktestLeg>) => plan.legs.map((leg) => ({ ...leg, ...over }));
  const entries = entry ? valuesOf(entry) : [plan.entry];
  const stops = stop ? valuesOf(stop) : [undefined];
  const targets = target ? valuesOf(target) : [undefined];
  return entries.flatMap((at) =>
    stops.flatMap((loss) =>
      targets.map((gain) => ({
        ...plan,
        entry: at as Minute,
        legs: legsWith({ ...(loss !== undefined && { stop: loss }), ...(gain !== undefined && { target: gain }) }),
      })),
    ),
  );
}
