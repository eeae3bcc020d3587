/** What Kite says on bad days. */
import type { FaceKind } from "../face.ts";

const refusal = (status: number, type: string, message: string) => (): Response =>
  Response.json({ status: "error", message, data: null, error_type: type }, { status });

export const TROUBLES: FaceKind["troubles"] = {
  rate: refusal(429, "NetworkException", "Too many requests"),
  "expired-token": refusal(403, "TokenException", "Incorrect `api_key` or `access_token`."),
  address: refusal(403, "PermissionException", "IP 203.0.113.7 is not allowed to place orders for this app."),
  freeze: refusal(400, "InputException", "Quantity is above the freeze quantity for this instrument."),
  margin: refusal(400, "MarginException", "Insufficient funds. Required margin is 1.00 but available margin is 0.00."),
  band: refusal(400, "OrderException", "Price is outside the current execution range."),
  tick: refusal(400, "InputException", "Tick size for this script is 5.00 paise."),
  failed: refusal(500, "GeneralException", "Something went wrong."),
  "timed-out": refusal(400, "OrderException", "Your order request has timed out. Please check the order book."),
};
