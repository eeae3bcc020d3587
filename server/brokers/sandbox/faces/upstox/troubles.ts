/** What Upstox says on bad days. */
import type { FaceKind } from "../face.ts";
import { errorBody } from "./errors.ts";

const refusal = (status: number, code: string, message: string) => (): Response =>
  Response.json(errorBody({ code, message }), { status });

export const TROUBLES: FaceKind["troubles"] = {
  rate: refusal(429, "UDAPI10005", "Too Many Request Sent"),
  "expired-token": refusal(401, "UDAPI100050", "Invalid token used to access API"),
  address: refusal(403, "UDAPI1154", "Access to this API is not permitted from the IP 203.0.113.7"),
  freeze: refusal(400, "UDAPI100039", "Quantity is above the freeze quantity for this instrument"),
  margin: refusal(400, "UDAPI100039", "Insufficient funds: required margin is 1.00 but available margin is 0.00"),
  band: refusal(400, "UDAPI100039", "Price is outside the current execution range"),
  tick: refusal(400, "UDAPI100036", "Price is not a multiple of the tick size"),
  failed: refusal(500, "UDAPI100500", "Something went wrong... please contact us"),
  "timed-out": refusal(504, "UDAPI100500", "Something went wrong... please contact us"),
};
