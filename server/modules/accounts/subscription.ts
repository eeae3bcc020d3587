/** What an account's columns mean at a moment of the wall clock. */
import { type EpochMs, epochMs } from "#contract/domain/units.ts";
import type { Account } from "./schema.ts";

type Subscription = Pick<Account, "plan" | "planPaid" | "validUntil">;

export const isSubscribed = ({ plan, validUntil }: Subscription, now: number): boolean =>
  plan !== null && validUntil !== null && validUntil.getTime() > now;

/** When it ends; undefined for what is none now. */
export const subscribedUntil = (subscription: Subscription, now: number): EpochMs | undefined =>
  isSubscribed(subscription, now) && subscription.validUntil !== null
    ? epochMs(subscription.validUntil.getTime())
    : undefined;

/** A paid plan is active; a trial is not one. */
export const isPremium = (subscription: Subscription, now: number): boolean =>
  subscription.planPaid && isSubscribed(subscription, now);
