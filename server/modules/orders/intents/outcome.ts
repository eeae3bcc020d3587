/** What the browser is told of an intent. */
import type { Outcome } from "#contract/wire/http/order-bodies.ts";
import type { Intent } from "./intent.ts";
import { isPlacing } from "./intent-request.ts";

export function outcomeOf(intent: Intent): Outcome {
  const { state, message: m, orderId, request, sentAt, createdAt } = intent;
  if (state === "refused" && sentAt === null) return refused(m);
  if (state === "unknown") return { s: "error", m, state, reads: intent.goodReads };
  if (state !== "placed") return { s: "error", m: m === "" ? "Being sent" : m, state };
  if (orderId === null || !isPlacing(request)) return { s: "ok", m, state };
  const at = (sentAt ?? createdAt).toISOString();
  // What it traded at, the book tells.
  return { s: "ok", m, state, ordExcDetails: { id: orderId, price: null, qty: request.order.qty, at } };
}

/** Refused here: the broker has not heard of it. */
export const refused = (m: string): Outcome => ({ s: "error", m, state: "refused", isOurs: true });
