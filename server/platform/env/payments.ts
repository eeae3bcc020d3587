/** PAYMENT_PROVIDER and what goes with it: who takes payments here. */
import { z } from "zod";

const HTTPS = /^https:\/\/[^/\s]+$/;

/** In the order of `.env.example`. */
export const PAYMENT_VARIABLES = {
  PAYMENT_PROVIDER: z
    .enum(["simulated", "razorpay", "none"])
    .optional()
    .describe(
      "Who takes payments: simulated (an embedded checkout, no money moves), razorpay, or none; the default is simulated where demo accounts are allowed, else none",
    ),
  RAZORPAY_KEY_ID: z.string().min(1).optional().describe("PAYMENT_PROVIDER=razorpay: the key's id"),
  RAZORPAY_KEY_SECRET: z.string().min(1).optional().describe("Its secret"),
  RAZORPAY_WEBHOOK_SECRET: z
    .string()
    .min(16, "must have at least 16 characters")
    .optional()
    .describe(
      "The secret of the webhook {PUBLIC_URL}/api/v1/payments/webhook/razorpay: events payment_link.* and payment.failed",
    ),
  RAZORPAY_URL: z
    .string()
    .regex(/^https?:\/\/[^/\s]+$/, "must look like https://api.razorpay.com")
    .refine(
      (url) => HTTPS.test(url) || /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/.test(url),
      "must be https, except on this machine",
    )
    .default("https://api.razorpay.com")
    .describe("Where Razorpay's API is"),
  RAZORPAY_REDIRECT_HOSTS: z
    .string()
    .default("rzp.io,razorpay.com")
    .transform((list) => list.split(/[\s,]+/).filter((host) => host !== ""))
    .describe("Hosts, or their parents, that a payment link may lead to, separated by commas"),
  PAYMENT_TERMS_URL: z
    .string()
    .regex(/^https:\/\/\S+$/, "must look like https://razorpay.com/terms/")
    .default("https://razorpay.com/terms/")
    .describe("PAYMENT_PROVIDER=razorpay: the terms that the pricing page links to"),
} as const;

type Values = z.output<z.ZodObject<typeof PAYMENT_VARIABLES>>;

export type PaymentSettings =
  | { readonly kind: "simulated" }
  | { readonly kind: "none" }
  | {
      readonly kind: "razorpay";
      readonly settings: {
        readonly keyId: string;
        readonly keySecret: string;
        readonly webhookSecret: string;
        readonly url: string;
        readonly redirectHosts: readonly string[];
        readonly termsUrl: string;
      };
    };

/**
 * @param demo simulators are allowed here.
 * @returns who takes payments, or a text that says what is missing or refused.
 */
export function paymentSettings(values: Values, demo: boolean): PaymentSettings | string {
  const kind = values.PAYMENT_PROVIDER ?? (demo ? "simulated" : "none");
  if (kind === "none") return { kind };
  if (kind === "simulated") {
    return demo ? { kind } : "The simulated checkout is refused: set ALLOW_DEMO=1, or choose another PAYMENT_PROVIDER.";
  }
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = values;
  if (keyId === undefined || keySecret === undefined || webhookSecret === undefined) {
    return "PAYMENT_PROVIDER=razorpay needs RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET, or their _FILE forms.";
  }
  const { RAZORPAY_URL: url, RAZORPAY_REDIRECT_HOSTS: redirectHosts, PAYMENT_TERMS_URL: termsUrl } = values;
  return { kind, settings: { keyId, keySecret, webhookSecret, url, redirectHosts, termsUrl } };
}
