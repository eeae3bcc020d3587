/** What XTS says on bad days. */
import type { FaceKind } from "../face.ts";

const refusal = (status: number, code: string, description: string) => (): Response =>
  Response.json({ type: "error", code, description }, { status });

export const TROUBLES: FaceKind["troubles"] = {
  rate: refusal(429, "e-apirl-0004", "Orders Limit Exceeded"),
  "expired-token": refusal(401, "e-session-0007", "Invalid Token"),
  address: refusal(400, "e-orders-0002", "IP 203.0.113.7 is not registered for this app"),
  freeze: refusal(400, "e-orders-0001", "Quantity is above the freeze quantity"),
  margin: refusal(400, "e-orders-0001", "RMS : Margin Exceeds : Margin Shortfall[556.83]"),
  band: refusal(400, "e-orders-0001", "Price is outside the current execution range"),
  tick: refusal(400, "e-orders-0001", "Price is no multiple of the tick size 0.05"),
  failed: refusal(500, "e-app-001", "Something went wrong"),
  "timed-out": refusal(400, "e-orders-0001", "The request has timed out"),
};
