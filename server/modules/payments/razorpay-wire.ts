/**
 * Razorpay's words: payment links, the events of its webhooks, and their signature. Only what is used is read; the rest
 * of each message may change. https://razorpay.com/docs/api/payments/payment-links/ and .../webhooks/
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { OutboundError } from "../../platform/outbound.ts";
import type { PaymentFact, ProviderEvent } from "./provider.ts";

export const SIGNATURE_HEADER = "x-razorpay-signature";
export const EVENT_HEADER = "x-razorpay-event-id";

const MAX_EVENT_ID = 200;

export const Link = z.object({
  id: z.string().min(1).max(100),
  reference_id: z.string().nullish(),
  status: z.enum(["created", "partially_paid", "expired", "cancelled", "paid"]),
  amount_paid: z.number().int().nonnegative(),
  currency: z.string(),
  short_url: z.string().optional(),
  /** Its payments, where it lists them. */
  payments: z.unknown().optional(),
});
export type Link = z.infer<typeof Link>;

const LinkPayments = z.array(z.object({ payment_id: z.string(), status: z.string().optional() }));

const Payment = z.object({ id: z.string(), description: z.string().nullish() });

const Event = z.object({
  event: z.string(),
  payload: z.object({
    payment_link: z.object({ entity: Link }).optional(),
    payment: z.object({ entity: Payment }).optional(),
  }),
});

const STATES = {
  created: "open",
  partially_paid: "open",
  expired: "closed",
  cancelled: "closed",
  paid: "paid",
} as const satisfies Record<Link["status"], PaymentFact["state"]>;

export const sign = (raw: string, secret: string): string => createHmac("sha256", secret).update(raw).digest("hex");

/** Compares in constant time; over the raw bytes, for a body that was parsed and written again is another one. */
export function isSignedBy(raw: string, signature: string | null, secret: string): boolean {
  if (signature === null || !/^[0-9a-f]{64}$/.test(signature)) return false;
  return timingSafeEqual(Buffer.from(sign(raw, secret), "hex"), Buffer.from(signature, "hex"));
}

export function factOf(link: Link, providerPayment?: string): PaymentFact {
  const listed = LinkPayments.safeParse(link.payments).data ?? [];
  const settled = listed.find(({ status }) => status === "captured") ?? listed.at(-1);
  return {
    reference: link.reference_id ?? undefined,
    linkId: link.id,
    state: STATES[link.status],
    amountPaid: link.amount_paid,
    currency: link.currency,
    providerPayment: providerPayment ?? settled?.payment_id,
  };
}

/** @throws OutboundError */
export function parseReply<Schema extends z.ZodType>(schema: Schema, body: string): z.infer<Schema> {
  const parsed = schema.safeParse(parseJson(body));
  if (parsed.success) return parsed.data;
  throw new OutboundError(`the payment provider's answer is not understood: ${z.prettifyError(parsed.error)}`);
}

/** @returns undefined unless it is signed with `secret`. */
export function readEvent(raw: string, headers: Headers, secret: string): ProviderEvent | undefined {
  if (!isSignedBy(raw, headers.get(SIGNATURE_HEADER), secret)) return undefined;
  // The header is not signed. An event without one, or with a new one, is judged by what it says: a payment is settled once.
  const id = headers.get(EVENT_HEADER)?.slice(0, MAX_EVENT_ID) || `body:${sign(raw, secret)}`;
  const parsed = Event.safeParse(parseJson(raw));
  return { id, fact: parsed.success ? factOfEvent(parsed.data.event, parsed.data.payload) : undefined };
}

function factOfEvent(
  event: string,
  { payment_link: link, payment }: z.infer<typeof Event>["payload"],
): PaymentFact | undefined {
  if (event.startsWith("payment_link.") && link !== undefined) return factOf(link.entity, payment?.entity.id);
  // A failed attempt leaves the link open; Razorpay names the link in the payment's description, '#' and its id.
  const linkId = /^#(\w+)$/.exec(payment?.entity.description ?? "")?.[1];
  if (event !== "payment.failed" || linkId === undefined) return undefined;
  return {
    reference: undefined,
    linkId: `plink_${linkId}`,
    state: "failed",
    amountPaid: 0,
    currency: "INR",
    providerPayment: payment?.entity.id,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
