/** The calls that buy days: payment links of the provider, the free trial, and how a payment stands. */
import { z } from "zod";
import { PLAN_NAMES } from "../../domain/account/plans.ts";
import { defineCall } from "./call.ts";
import {
  BROKER_TRIAL_PATH,
  OFFER_PATH,
  PAY_PLAN_PATH,
  PAY_TRIAL_PATH,
  PAYMENT_PATH,
  PAYMENT_WEBHOOK_PATH,
} from "./payment-path.ts";

/** The path's words for what can be bought. */
export const PurchaseName = z.enum([...PLAN_NAMES, "weekly"]);
export type PurchaseName = z.infer<typeof PurchaseName>;

/** Where the browser goes to pay. Without `response` the user must wait: the last attempt was just now. */
const PaymentLink = z.object({
  data: z.object({
    response: z.url().optional(),
    /** Seconds until the next attempt; only without `response`. */
    waitSeconds: z.number().int().optional(),
  }),
});

export const payTrial = defineCall({
  method: "get",
  path: PAY_TRIAL_PATH,
  summary: "Begin to pay for the trial, once per user; only by a fetch of our own page",
  access: "user",
  response: PaymentLink,
  refusals: [403, 404],
});

export const payPlan = defineCall({
  method: "get",
  path: PAY_PLAN_PATH,
  summary: "Begin to pay for a plan: monthly, quarterly, halfyearly or annualy; only by a fetch of our own page",
  access: "user",
  response: PaymentLink,
  refusals: [403, 404],
});

export const brokerTrial = defineCall({
  method: "post",
  path: BROKER_TRIAL_PATH,
  summary: "Activate the free trial of a user who has connected a broker, once per user",
  access: "user",
  body: z.strictObject({ broker: z.string().regex(/^[a-z][a-z0-9]{1,31}$/, "must be the id of a broker") }),
  response: z.object({ status: z.literal("success"), message: z.string() }),
});

export const offer = defineCall({
  method: "get",
  path: OFFER_PATH,
  summary: "Who takes payments here, and what the user asking may still try",
  access: "public",
  response: z.object({
    data: z.object({
      /** First segment of the paths that pay; null where nothing can be bought. */
      provider: z.string().nullable(),
      /** The provider is the embedded simulator: no money moves. */
      isSimulated: z.boolean(),
      /** The provider's terms page. */
      termsUrl: z.string().nullable(),
      /** Of the user asking; false for a visitor. */
      isTrialUsed: z.boolean(),
      isBrokerTrialUsed: z.boolean(),
      /** Id of the connected broker, where the broker trial counts it: one in practice may not; null: none. */
      trialBroker: z.string().nullable(),
      /** Seconds until the user's next attempt to pay; 0 when it may be now. */
      waitSeconds: z.number().int(),
    }),
  }),
});
export type Offer = z.infer<typeof offer.response>["data"];

/** open: not paid yet; failed: an attempt failed, another may follow; closed: the link is over, unpaid. */
export const PaymentState = z.enum(["open", "failed", "closed", "paid"]);
export type PaymentState = z.infer<typeof PaymentState>;

export const payment = defineCall({
  method: "get",
  path: PAYMENT_PATH,
  summary: "How one of the user's payments stands: the provider sends the browser back with its reference",
  access: "user",
  response: z.object({
    data: z.object({
      reference: z.string(),
      name: PurchaseName,
      state: PaymentState,
      /** Rupees, GST included. */
      total: z.number(),
      /** Rupees: the GST in it. */
      tax: z.number(),
      /** Days it gave; 0 while it gave none, and where it is paid back: a second trial. */
      days: z.number().int(),
      /** null until it is paid. */
      invoice: z.string().nullable(),
    }),
  }),
  refusals: [404],
});

export const paymentWebhook = defineCall({
  method: "post",
  path: PAYMENT_WEBHOOK_PATH,
  summary: "What the payment provider tells of payments, signed over the raw body",
  access: "public",
  response: z.object({ status: z.literal("success") }),
  refusals: [401, 404],
});
