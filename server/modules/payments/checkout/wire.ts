/** The simulator's words: a link and an event as Razorpay writes them. */
import type { CheckoutLink } from "../schema.ts";

export function linkEntity(link: CheckoutLink): object {
  const isPaid = link.status === "paid";
  return {
    id: link.id,
    entity: "payment_link",
    reference_id: link.reference,
    status: link.status,
    amount: link.amount,
    amount_paid: isPaid ? link.amount : 0,
    currency: "INR",
    payments: isPaid ? [{ payment_id: link.paymentId, amount: link.amount, status: "captured" }] : null,
  };
}

/** @param now epoch ms. */
export function eventOf(event: string, link: CheckoutLink, paymentId: string | null, now: number): object {
  const isOfLink = event.startsWith("payment_link.");
  const payment = { id: paymentId, amount: link.amount, description: `#${link.id.replace("plink_", "")}` };
  return {
    entity: "event",
    event,
    created_at: Math.floor(now / 1000),
    payload: {
      ...(isOfLink ? { payment_link: { entity: linkEntity(link) } } : {}),
      ...(paymentId === null ? {} : { payment: { entity: payment } }),
    },
  };
}
