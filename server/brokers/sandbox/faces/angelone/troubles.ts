/** What SmartAPI says on bad days. Words of reasons are other brokers' where its documents show none. */
import type { FaceKind } from "../face.ts";
import { errorBody } from "./errors.ts";

const refusal =
  (code: string, message: string, status = 200) =>
  (): Response =>
    Response.json(errorBody({ code, message }), { status });

export const TROUBLES: FaceKind["troubles"] = {
  rate: () => new Response("Access denied because of exceeding access rate", { status: 403 }),
  "expired-token": refusal("AG8001", "Invalid Token", 401),
  address: refusal("AB9001", "The IP 203.0.113.7 is not registered for this app"),
  freeze: refusal("AB9002", "Quantity is above the freeze quantity"),
  margin: refusal("AB9003", "Insufficient funds"),
  band: refusal("AB9004", "Order price is beyond the Limit Price Protection range (LPP) defined by the exchange"),
  tick: refusal("AB9005", "Price is not a multiple of the tick size"),
  failed: refusal("AB2001", "Internal Error, Please try after sometime"),
  "timed-out": refusal("AB1007", "AMX Error: the request has timed out"),
};
