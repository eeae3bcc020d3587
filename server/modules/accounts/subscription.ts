/** What an account's columns mean at a moment of the wall clock. */
import type { Account } from "./schema.ts";

type Subscription = Pick<Account, "plan" | "planPaid" | "validUntil">;

export const isSubscribed = ({ plan, validUntil }: Subscription, now: number): boolean =>
  plan !== null && validUntil !== null && validUntil.getTime() > now;

/** A paid plan is active; a trial is not one. */
export const isPremium = (subscription: Subscription, now: number): boolean =>
  subscription.planPaid && isSubscribed(subscription, now);
