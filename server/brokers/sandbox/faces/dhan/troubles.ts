/** What Dhan says on bad days. */
import type { FaceKind } from "../face.ts";
import { errorBody } from "./errors.ts";

const refusal = (status: number, code: string, message: string) => (): Response =>
  Response.json(errorBody({ code, message }), { status });

export const TROUBLES: FaceKind["troubles"] = {
  rate: refusal(429, "DH-904", "Too many requests on server from single user breaching rate limits."),
  "expired-token": refusal(401, "DH-901", "Client ID or user generated access token is invalid or expired."),
  address: refusal(400, "DH-905", "Invalid IP 203.0.113.7"),
  freeze: refusal(400, "DH-906", "Quantity is above the freeze quantity"),
  margin: refusal(400, "DH-906", "Insufficient funds"),
  band: refusal(400, "DH-906", "Price is outside the current execution range"),
  tick: refusal(400, "DH-906", "Price is not a multiple of the tick size"),
  failed: refusal(500, "DH-908", "Server was not able to process the request."),
  "timed-out": refusal(500, "DH-909", "Network error: the API was unable to communicate with the backend system."),
};
