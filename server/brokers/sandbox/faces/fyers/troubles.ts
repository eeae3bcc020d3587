/** What Fyers says on bad days. */
import type { FaceKind } from "../face.ts";

const refusal = (status: number, code: number, message: string) => (): Response =>
  Response.json({ s: "error", code, message }, { status });

export const TROUBLES: FaceKind["troubles"] = {
  rate: refusal(429, -429, "API rate limit exceeded"),
  "expired-token": refusal(401, -8, "Your token has expired. Please generate a token"),
  address: refusal(400, -50, "IP 203.0.113.7 is not registered for this app"),
  freeze: refusal(400, -99, "Quantity is above the freeze quantity for this symbol"),
  margin: refusal(400, -99, "Margin Shortfall: required margin is 1.00 but available margin is 0.00"),
  band: refusal(400, -99, "Price is outside the current execution range"),
  tick: refusal(400, -50, "limitPrice not a multiple of tick size 0.0500"),
  failed: refusal(500, -1, "Something went wrong"),
  // "The request has been made, but no acknowledgement has been received."
  "timed-out": () => Response.json({ s: "ok", code: 201, message: "Order is in transit", id: "0" }),
};
