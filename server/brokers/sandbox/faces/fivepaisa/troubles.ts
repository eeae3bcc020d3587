/** What 5paisa says on bad days. Words of reasons are other brokers' where its documents show none. */
import type { FaceKind } from "../face.ts";
import { errorBody } from "./errors.ts";

const refusal = (status: number, message: string) => (): Response => Response.json(errorBody({ status, message }));

export const TROUBLES: FaceKind["troubles"] = {
  rate: () => new Response("Too many requests", { status: 429 }),
  "expired-token": refusal(9, "Invalid Session"),
  address: refusal(2, "The IP 203.0.113.7 is not registered"),
  freeze: refusal(2, "Quantity is above the freeze quantity"),
  margin: refusal(2, "RMS: Margin shortfall"),
  band: refusal(2, "Price is outside the current execution range"),
  tick: refusal(2, "Price is not a multiple of the tick size"),
  failed: refusal(-1, "Exception occurred"),
  "timed-out": refusal(2, "The request timed out"),
};
