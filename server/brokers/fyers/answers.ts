/** What Fyers says of a request, by the code in the body; what is not clear is unknown. */
import { verdicts } from "../verdicts.ts";
import { type FyersFailure, readReply } from "./wire.ts";

export const NAME = "Fyers";

/** The token is over, wrong, or not the user's. */
const SESSION = new Set([-8, -15, -16, -17]);
const RATE = -429;
/** Said no: bad fields, an order that is not there, a rejection, a position that is not there, a symbol, an app. */
const REFUSED = new Set([-50, -51, -52, -53, -99, -300, -352]);

export const { sentOf, placedOf, dataOf } = verdicts<FyersFailure>({
  read: readReply,
  wordsOf: ({ message }) => message,
  isOver: ({ code }) => SESSION.has(code),
  isTooOften: ({ code }) => code === RATE,
  isRefused: ({ code }) => REFUSED.has(code),
});
