/** What Noren says on bad days. */
import type { FaceKind } from "../face.ts";

const refusal = (status: number, emsg: string) => (): Response =>
  Response.json({ stat: "Not_Ok", request_time: "12:15:00 27-07-2026", emsg }, { status });

export const TROUBLES: FaceKind["troubles"] = {
  rate: refusal(429, "Too many requests"),
  "expired-token": refusal(401, "Session Expired :  Invalid Session Key"),
  address: refusal(400, "Invalid Input : IP 203.0.113.7 is not registered for this app"),
  freeze: refusal(400, "Rejected : ORA:Quantity is above the freeze quantity"),
  margin: refusal(400, "Rejected : ORA:Margin Shortfall: required margin is 1.00 but available margin is 0.00"),
  band: refusal(400, "Rejected : ORA:Price is outside the current execution range"),
  tick: refusal(400, "Rejected : ORA:Price is no multiple of the tick size 0.05"),
  failed: refusal(500, "Server Timeout :  "),
  "timed-out": refusal(200, "Server Timeout :  "),
};
