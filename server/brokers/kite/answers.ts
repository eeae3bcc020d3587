/** What Kite says of a request, by HTTP status, `error_type` and words; what is not clear is unknown. */
import { verdicts } from "../verdicts.ts";
import { type KiteFailure, readReply } from "./wire.ts";

export const NAME = "Zerodha";

/** Failures behind Kite's door: the order may have gone on to the exchange. */
const UNCERTAIN = new Set(["NetworkException", "GeneralException", "DataException", ""]);

export const { sentOf, placedOf, dataOf } = verdicts<KiteFailure>({
  read: readReply,
  wordsOf: ({ message }) => message,
  codeOf: ({ error_type: type }) => (type === "MarginException" ? "margin" : undefined),
  isOver: ({ error_type: type }, status) => status === 403 && type === "TokenException",
  isRefused: ({ error_type: type = "" }, status) =>
    status === 403 ? type === "PermissionException" : (status === 400 || status === 405) && !UNCERTAIN.has(type),
});
