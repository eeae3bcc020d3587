/** What SmartAPI's codes say of a request; what is not clear is unknown. */
import { codeOf, saysNo } from "../asking.ts";
import { verdicts } from "../verdicts.ts";
import { type AngelFailure, readReply } from "./wire.ts";

export const NAME = "Angel One";

/** A token that is wrong, over or missing; a session that the order system has ended; nobody logged in: of the documents' list. */
const SESSION = new Set(["AG8001", "AG8002", "AG8003", "AB8050", "AB8051", "AB1010", "AB1011"]);
/** Blocked clients, bad varieties, symbols, products, tags; orders and positions that are not there: of the same list. */
const REFUSED = new Set([
  ...["AB1006", "AB1008", "AB1009", "AB1012", "AB1013", "AB1016", "AB1017", "AB1018", "AB2002", "AB4008"],
]);
/** "Something went wrong", an error of the order system, one that nobody has specified, an internal one. */
const UNCLEAR = new Set(["AB1004", "AB1007", "AB2000", "AB2001", ""]);

/**
 * "Access denied because of exceeding access rate" is no JSON and stays unknown, whatever its status: users have seen it where the
 * order was placed all the same. A code that is not in the documents' list refuses only where its words name a reason, and a new order
 * where they say no.
 */
export const { sentOf, placedOf, dataOf } = verdicts<AngelFailure>({
  read: readReply,
  wordsOf: ({ message }) => message,
  isOver: ({ code }) => SESSION.has(code),
  doubtsTooOften: true,
  isRefused: ({ code, message }, _, isPlacing) =>
    REFUSED.has(code) || (!UNCLEAR.has(code) && codeOf(message) !== "other" && (!isPlacing || saysNo(message))),
});
