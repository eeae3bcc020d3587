/**
 * What a subscription costs and how long it lasts: the price list that the pricing screen shows and the server charges.
 * Rupees are whole. Pure: nothing here knows who buys.
 */
import { type Rupees, rupees } from "../units.ts";

/** 'annualy' is spelled as the public API spells it. */
export const PLAN_NAMES = ["monthly", "quarterly", "halfyearly", "annualy"] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export interface Plan {
  readonly name: PlanName;
  /** Which card of the pricing screen lists it. */
  readonly card: "Standard" | "Premium";
  /** Before the discount; only where there is one. */
  readonly originalPrice?: Rupees;
  /** Before tax. */
  readonly price: Rupees;
  readonly gstIncludedPrice: Rupees;
  readonly durationInDays: number;
  readonly offerPercentage: number;
  readonly durationInMonths: number;
}

const MONTHLY_PRICE = 999;
export const GST_PERCENT = 18;

/** Whole percents keep the product exact; a discount of 0.03 would not. */
const withGst = (price: number): Rupees => rupees(Math.round((price * (100 + GST_PERCENT)) / 100));

function plan(name: PlanName, card: Plan["card"], months: number, offerPercentage: number, days: number): Plan {
  const original = MONTHLY_PRICE * months;
  const price = Math.round((original * (100 - offerPercentage)) / 100);
  return {
    name,
    card,
    ...(offerPercentage === 0 ? {} : { originalPrice: rupees(original) }),
    price: rupees(price),
    gstIncludedPrice: withGst(price),
    durationInDays: days,
    offerPercentage,
    durationInMonths: months,
  };
}

/** In the order of the pricing screen. */
export const PLANS: readonly Plan[] = [
  plan("monthly", "Standard", 1, 0, 30),
  plan("quarterly", "Standard", 3, 3, 90),
  plan("halfyearly", "Premium", 6, 5, 180),
  plan("annualy", "Premium", 12, 10, 365),
];

export const DEFAULT_PLAN: PlanName = "annualy";

const TRIAL_PRICE = 299;

/** The paid trial, once per user. */
export const TRIAL = {
  name: "weekly",
  price: rupees(TRIAL_PRICE),
  gstIncludedPrice: withGst(TRIAL_PRICE),
  durationInDays: 7,
} as const;

/** The free trial of a user who has connected a broker, once per user. */
export const BROKER_TRIAL_DAYS = 14;

/** Seconds between two attempts of one user to pay. */
export const PAYMENT_COOLDOWN_SECONDS = 60;

/** @returns undefined where no plan is called that. */
export const planNamed = (name: string): Plan | undefined => PLANS.find((candidate) => candidate.name === name);
