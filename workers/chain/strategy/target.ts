/** A strategy's legs as they stand, and the moments that its lines and figures are of. */
import type { Costs, EndCosts, HeldLeg, MarkedLeg, WhatIf } from "#contract/domain/strategy/valuation.ts";
import { nearestExpiry, type PayoffMoment } from "#kernel/payoff-legs.ts";
import type { ChainMoment } from "#market/chain.ts";
import type { ChainOf } from "./expiry-chains.ts";
import { markLeg, payoffSpot } from "./marked-legs.ts";
import { netLegs } from "./net-legs.ts";
import { type SettlementOf, settledAtClose } from "./settlement.ts";

const DAYS_A_YEAR = 365;

export interface TargetInput {
  readonly legs: readonly HeldLeg[];
  /** The chain of the pane: the spot, the day and the model are its. */
  readonly at: ChainMoment;
  readonly chainOf: ChainOf;
  readonly settlementOf: SettlementOf;
  readonly whatIf: WhatIf;
  /** Absent: gross. */
  readonly costs?: Costs | undefined;
}

export interface Target {
  /** All legs, and those that still live: what is ahead is theirs alone. */
  readonly marked: readonly MarkedLeg[];
  readonly living: readonly MarkedLeg[];
  /** The living, net of costs where there are any: closed before the expiry, and at it. */
  readonly closing: readonly MarkedLeg[];
  readonly expiring: readonly MarkedLeg[];
  /** Years to the nearest expiry of the legs; of the pane's without legs. */
  readonly nearest: number;
  /** Days left to it, now and at the target. */
  readonly days: { readonly now: number; readonly target: number };
  /** Rupees, now and at the target. */
  readonly spotNow: number;
  readonly spot: number;
  momentOf(daysLeft: number): PayoffMoment;
}

export function targetOf({ legs, at, chainOf, settlementOf, whatIf, costs }: TargetInput): Target {
  const { day, minute, pricing } = at;
  const spotNow = payoffSpot(at);
  const subject = { symbol: day.symbol, date: day.date, minute, spot: spotNow };
  const marked = settledAtClose(
    legs.map((leg) => markLeg(leg, chainOf(leg.expiry), subject, whatIf.iv, settlementOf(leg))),
    chainOf,
  );
  const isLiving = ({ isExpired }: MarkedLeg): boolean => !isExpired;
  const living = marked.every(isLiving) ? marked : marked.filter(isLiving);
  const net = (costs: EndCosts): readonly MarkedLeg[] =>
    netLegs(living, { ...costs, rates: costs.rates.filter((_, i) => marked[i] && isLiving(marked[i])) });
  const nearest = living.length > 0 ? nearestExpiry(living) : pricing.years;
  const now = nearest * DAYS_A_YEAR;
  return {
    marked,
    living,
    closing: costs ? net(costs.closing) : living,
    expiring: costs ? net(costs.expiring) : living,
    nearest,
    days: { now, target: Math.min(Math.max(whatIf.daysLeft ?? now, 0), now) },
    spotNow,
    spot: whatIf.spot ?? spotNow,
    momentOf: (daysLeft) => ({
      model: pricing.model,
      rate: pricing.rate,
      elapsed: daysLeft === 0 ? nearest : daysLeft === now ? 0 : nearest - daysLeft / DAYS_A_YEAR,
    }),
  };
}
