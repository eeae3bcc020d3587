/**
 * What a provider's word does to a payment. Pure: webhooks and polls, in whatever order and however often they come,
 * move a payment forward only, and into 'paid' at most once.
 *
 *     created ──▶ open ──▶ failed ──▶ closed ──▶ paid
 *
 * 'failed' is an attempt that failed: the link stays open for another. 'closed' is a link that expired or was called
 * off; money that arrives all the same is taken for what it is, so 'paid' comes last and nothing leaves it.
 */
import type { PaymentFact } from "./provider.ts";
import type { Payment } from "./schema.ts";

const RANK: Readonly<Record<Payment["state"], number>> = { created: 0, open: 1, failed: 2, closed: 3, paid: 4 };

export const CURRENCY = "INR";

export type Settlement =
  /** The fact does not fit the payment: it may not touch it. */
  | { readonly kind: "refused"; readonly why: "reference" | "link" | "amount" | "payment" }
  /** It says nothing new. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "moved"; readonly state: PaymentFact["state"] };

type Standing = Pick<Payment, "reference" | "linkId" | "totalPaise" | "state">;

export function settle(payment: Standing, fact: PaymentFact): Settlement {
  if (fact.reference !== undefined && fact.reference !== payment.reference)
    return { kind: "refused", why: "reference" };
  // Without a link of ours yet (the provider's answer was lost) the reference alone has to do.
  if (payment.linkId === null ? fact.reference === undefined : fact.linkId !== payment.linkId) {
    return { kind: "refused", why: "link" };
  }
  if (fact.state === "paid") {
    if (fact.amountPaid !== payment.totalPaise || fact.currency !== CURRENCY) return { kind: "refused", why: "amount" };
    if (fact.providerPayment === undefined) return { kind: "refused", why: "payment" };
  }
  if (RANK[fact.state] <= RANK[payment.state]) return { kind: "unchanged" };
  return { kind: "moved", state: fact.state };
}
