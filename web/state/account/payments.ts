/** Buying days: what is offered, where to pay, how a payment stands, and when the user last tried. */
import { atom } from "jotai";
import { PAYMENT_COOLDOWN_SECONDS, type PlanName, TRIAL } from "#contract/domain/account/plans.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import {
  BROKER_TRIAL_PATH,
  OFFER_PATH,
  PAY_PLAN_PATH,
  PAY_TRIAL_PATH,
  PAYMENT_PATH,
} from "#contract/wire/http/payment-path.ts";
import type {
  brokerTrial as brokerTrialCall,
  Offer,
  offer as offerCall,
  payment as paymentCall,
  payPlan as payPlanCall,
} from "#contract/wire/http/payments.ts";
import { load } from "../api.ts";
import { isNumber, storedAtom } from "../saved/storage.ts";

/** What can be bought: a plan, or the paid trial. */
export type Purchase = PlanName | typeof TRIAL.name;
export type Standing = ResponseOf<typeof paymentCall>["data"];

/** Epoch ms of the last attempt to pay; 0 before the first. */
export const paymentAttemptAtom = storedAtom<number>("paymentAttempt", 0, isNumber);
paymentAttemptAtom.debugLabel = "paymentAttempt";

/**
 * Whole seconds until the next attempt may be made; none after one that is still to come, which a clock that was put right
 * since has written: the server knows better. @param attempt of the last; @param now epoch ms.
 */
export const secondsToWait = (attempt: number, now: number): number =>
  attempt > now ? 0 : Math.max(0, Math.ceil((attempt - now) / 1000) + PAYMENT_COOLDOWN_SECONDS);

/** The time of the attempt that `seconds` of waiting belong to: the server counts them from the attempt that it remembers. */
export const attemptOf = (seconds: number, now: number): number => now - (PAYMENT_COOLDOWN_SECONDS - seconds) * 1000;

/** @throws as `load`, like the others here. */
export const getOffer = async (): Promise<Offer> => (await load<typeof offerCall>("get", OFFER_PATH)).data;

/** Begins to pay. @returns where; without `response`, how long to wait. @param provider the offer's. */
export async function getPaymentLink(
  provider: string,
  purchase: Purchase,
): Promise<Partial<ResponseOf<typeof payPlanCall>["data"]>> {
  const pattern = purchase === TRIAL.name ? PAY_TRIAL_PATH : PAY_PLAN_PATH;
  const path = pattern.replace("{provider}", provider).replace("{planName}", purchase);
  const reply: Partial<ResponseOf<typeof payPlanCall>> = await load<typeof payPlanCall>("get", path);
  return reply.data ?? {};
}

/** @param reference as the provider sent the browser back with it. */
export const getPayment = async (reference: string): Promise<Standing> =>
  (
    await load<typeof paymentCall>(
      "get",
      PAYMENT_PATH.replace("{reference}", () => encodeURIComponent(reference)),
    )
  ).data;

/** @param broker the id of the connected broker. @returns the server's words. */
export const postBrokerTrial = async (broker: string): Promise<string> =>
  (await load<typeof brokerTrialCall>("post", BROKER_TRIAL_PATH, { broker })).message;

/** The server said that the user has had the broker trial. It counts until the page is loaded again. */
export const isBrokerTrialUsedAtom = atom(false);
isBrokerTrialUsedAtom.debugLabel = "isBrokerTrialUsed";
