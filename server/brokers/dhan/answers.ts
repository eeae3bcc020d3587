/** What Dhan's codes say of a request; what is not clear is unknown. */
import { verdicts } from "../verdicts.ts";
import { type DhanFailure, readReply } from "./wire.ts";

export const NAME = "Dhan";

/** "Client ID or access token is invalid or expired." */
const SESSION = "DH-901";
const RATE = "DH-904";
/** No access, no account, bad fields, a bad order. Server, network and other errors are none of these. */
const REFUSED = new Set(["DH-902", "DH-903", "DH-905", "DH-906"]);

export const { sentOf, placedOf, dataOf } = verdicts<DhanFailure>({
  read: readReply,
  wordsOf: ({ errorMessage }) => errorMessage,
  isOver: ({ errorCode }) => errorCode === SESSION,
  isTooOften: ({ errorCode }) => errorCode === RATE,
  isRefused: ({ errorCode }) => REFUSED.has(errorCode),
  done: [200, 202],
});
