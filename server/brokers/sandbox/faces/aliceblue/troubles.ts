/** What Alice Blue says on bad days. Words of reasons are other brokers' where its documents show none. */
import type { FaceKind } from "../face.ts";
import { errorBody } from "./errors.ts";

const refusal =
  (message: string, status = 200) =>
  (): Response =>
    Response.json(errorBody(message), { status });

export const TROUBLES: FaceKind["troubles"] = {
  rate: refusal("Too many requests", 429),
  "expired-token": refusal("EC087", 401),
  address: refusal("The IP 203.0.113.7 is not registered for this app"),
  freeze: refusal("EC948"),
  margin: refusal("RMS: insufficient funds"),
  band: refusal("The price is outside the current execution range"),
  tick: refusal("The price is not a multiple of the tick size"),
  failed: refusal("EC912"),
  "timed-out": refusal("The request timed out", 500),
};
