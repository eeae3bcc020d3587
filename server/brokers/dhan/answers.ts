/** What Dhan's codes say of a request; what is not clear is unknown. */
import { verdicts } from "../verdicts.ts";
import { type DhanFailure, readReply } from "./wire.ts";

export const NAME = "Dhan";

/** "Client ID or access token is invalid or expired." A bad order's code may say the same. */
const SESSION = "DH-901";
const NO_SESSION = /^invalid token\b/i;
const RATE = "DH-904";
/** No access, no account, bad fields, a bad order, an address that is not registered. Server, network and other errors are none of these. */
const REFUSED = new Set(["DH-902", "DH-903", "DH-905", "DH-906", "DH-911"]);
/** "No holdings available" */
const EMPTY = "DH-1111";

export const { sentOf, placedOf, dataOf } = verdicts<DhanFailure>({
  read: readReply,
  wordsOf: ({ errorMessage }) => errorMessage,
  isOver: ({ errorCode, errorMessage }) => errorCode === SESSION || NO_SESSION.test(errorMessage),
  isTooOften: ({ errorCode }) => errorCode === RATE,
  codeOf: ({ errorCode }) => (errorCode === "DH-911" ? "address" : undefined),
  isRefused: ({ errorCode }) => REFUSED.has(errorCode),
  isEmpty: ({ errorCode }) => errorCode === EMPTY,
  hasEmpty500: true,
  done: [200, 202],
});
