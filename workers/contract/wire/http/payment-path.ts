/** Paths of plans and payments. Apart from the others: the first screen needs none of them. */

/** The first segment names the payment provider, as the offer tells it. */
export const PAY_TRIAL_PATH = "{provider}/makepayment/trial/weekly";
export const PAY_PLAN_PATH = "{provider}/makepayment/subscribe/{planName}";
export const BROKER_TRIAL_PATH = "users/brokertrial";
export const OFFER_PATH = "payments/offer";
export const PAYMENT_PATH = "payments/{reference}";
/** The provider sends the browser back to the pricing page, with the payment's reference under this name. */
export const PAYMENT_QUERY = "payment";
/** What a provider tells of payments; no browser calls it. */
export const PAYMENT_WEBHOOK_PATH = "payments/webhook/{provider}";
