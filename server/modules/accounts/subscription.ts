/**
 * What an account's columns mean at a moment of the wall clock. Days of the other plan wait until the active one ends,
 * and then run from that moment on, whether or not anybody looked: nothing has to happen at midnight.
 */
import { daysLeft } from "#contract/domain/account/subscription.ts";
import { DAY_MS } from "#contract/domain/reference/calendar.ts";
import { type EpochMs, epochMs } from "#contract/domain/units.ts";
import type { Account } from "./schema.ts";

export type Plan = "1min" | "live";

export type Subscription = Pick<
  Account,
  "plan" | "planPaid" | "validUntil" | "pendingLiveDays" | "pendingLivePaid" | "pendingOneMinDays"
>;

export const NOTHING_WAITS = { pendingLiveDays: 0, pendingLivePaid: false, pendingOneMinDays: 0 } as const;

export interface PlanDays {
  readonly plan: Plan;
  /** Whole, above zero. */
  readonly days: number;
  /** Trials are not. */
  readonly paid: boolean;
}

/** Days left from which an upgrade is worth anything. */
const UPGRADE_DAYS = 2;

const later = (time: Date | number, days: number): Date => new Date(Number(time) + days * DAY_MS);

const isActive = ({ plan, validUntil }: Subscription, now: number): boolean =>
  plan !== null && validUntil !== null && validUntil.getTime() > now;

/**
 * The subscription as it is now: what waited follows what ended, live days before 1min days. No trial is of 1min, so that
 * waiting 1min days count as paid.
 */
export function subscriptionAt(stored: Subscription, now: number): Subscription {
  const { plan, planPaid, validUntil, pendingLiveDays, pendingLivePaid, pendingOneMinDays } = stored;
  const current = { plan, planPaid, validUntil, pendingLiveDays, pendingLivePaid, pendingOneMinDays };
  if (isActive(current, now) || validUntil === null) return current;
  if (pendingLiveDays > 0) {
    const live = { plan: "live", planPaid: pendingLivePaid, validUntil: later(validUntil, pendingLiveDays) } as const;
    return subscriptionAt({ ...live, ...NOTHING_WAITS, pendingOneMinDays }, now);
  }
  if (pendingOneMinDays > 0) {
    const oneMin = { plan: "1min", planPaid: true, validUntil: later(validUntil, pendingOneMinDays) } as const;
    return { ...oneMin, ...NOTHING_WAITS };
  }
  return current;
}

export const isSubscribed = (stored: Subscription, now: number): boolean => isActive(subscriptionAt(stored, now), now);

/** When the plan that is active now ends; undefined for what is none now. */
export function subscribedUntil(stored: Subscription, now: number): EpochMs | undefined {
  const current = subscriptionAt(stored, now);
  return isActive(current, now) && current.validUntil !== null ? epochMs(current.validUntil.getTime()) : undefined;
}

/** A paid plan is active; a trial is not one. */
export const isPremium = (stored: Subscription, now: number): boolean =>
  isSubscribed(stored, now) && subscriptionAt(stored, now).planPaid;

/** Days begin now where no plan is active, lengthen the same plan, and wait behind another one. */
export function withDays(stored: Subscription, { plan, days, paid }: PlanDays, now: number): Subscription {
  const current = subscriptionAt(stored, now);
  if (!isActive(current, now) || current.validUntil === null) {
    return { ...current, plan, planPaid: paid, validUntil: later(now, days) };
  }
  if (current.plan === plan) {
    return { ...current, planPaid: current.planPaid || paid, validUntil: later(current.validUntil, days) };
  }
  return plan === "live"
    ? {
        ...current,
        pendingLiveDays: current.pendingLiveDays + days,
        pendingLivePaid: current.pendingLivePaid || paid,
      }
    : { ...current, pendingOneMinDays: current.pendingOneMinDays + days };
}

/**
 * Half of the days left on 1min, rounded down, and the live days that wait, all as live from now on.
 * @returns undefined where there is nothing to upgrade: no 1min plan is active, or less than two days are left.
 */
export function upgraded(stored: Subscription, now: number): Subscription | undefined {
  const current = subscriptionAt(stored, now);
  if (!isActive(current, now) || current.plan !== "1min" || current.validUntil === null) return undefined;
  const left = daysLeft(current.validUntil.getTime(), now);
  if (left < UPGRADE_DAYS) return undefined;
  const days = Math.floor(left / 2) + current.pendingLiveDays;
  const planPaid = current.planPaid || current.pendingLivePaid;
  return {
    ...current,
    plan: "live",
    planPaid,
    validUntil: later(now, days),
    pendingLiveDays: 0,
    pendingLivePaid: false,
  };
}
