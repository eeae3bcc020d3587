/** What Alice Blue's codes say of a request; what is not clear is unknown. */
import { codeOf, saysNo } from "../asking.ts";
import { verdicts } from "../verdicts.ts";
import { type AliceFailure, readReply } from "./wire.ts";

export const NAME = "Alice Blue";

const SESSION = "EC087";
/** A list with nothing in it, each by its own code. That one could not be retrieved is no such thing. */
const EMPTY = new Set(["EC916", "EC918", "EC920", "EC922", "EC926"]);

/**
 * Codes of the documents' list by which nothing was done, with what they mean: replies have the code alone. "An error occurred" (003)
 * and "failed to place the order" (912) are not among them.
 */
const REFUSED: Readonly<Record<string, string>> = {
  EC086: "The account may only read: it may not place, change or cancel orders",
  EC088: "The quantity is above what one order may be sliced into",
  EC089: "The disclosed quantity must be less than the order's",
  EC837: "This product is not taken in this segment",
  EC838: "This order type is not taken",
  EC848: "The price must be above the trigger price",
  EC849: "The price must be below the trigger price",
  EC852: "This product is not taken",
  EC855: "The order cannot be modified",
  EC858: "Orders for this exchange are not taken: instrument",
  EC865: "Product 'delivery' is not taken in this segment",
  EC868: "There is no position in this instrument",
  EC869: "The quantity bought is too small",
  EC870: "The quantity sold is too small",
  EC904: "The quantity must be a positive number",
  EC930: "This order type is not known",
  EC946: "The instrument's number is none",
  EC947: "There is no such instrument",
  EC948: "The quantity is too large",
  EC949: "The quantity must be a positive number",
  EC954: "The quantity must be a multiple of the lot size",
  EC957: "The price is invalid",
  EC958: "The price must be above zero",
  EC959: "The trigger price is invalid",
  EC960: "The trigger price must be above zero",
  EC969: "This product is not known",
  EC971: "The order's tag is longer than 50 characters",
  EC975: "The disclosed quantity is above the order's",
  EC979: "There is no order of that number",
  EC980: "There is no such instrument",
  EC984: "The order's tag is invalid",
  EC990: "The quantity must be a multiple of the lot size",
  EC991: "The disclosed quantity must be a multiple of the lot size",
  EC992: "There is no order of that number",
  EC993: "The order is not open",
  EC994: "There is no order of that number",
  EC997: "The order is not open",
  EC999: "The order is not open",
};

/** Words without a code refuse only where they name a reason, and a new order where they say no. */
export const { sentOf, placedOf, dataOf } = verdicts<AliceFailure>({
  read: readReply,
  wordsOf: ({ code, message }) => REFUSED[code] ?? message,
  isOver: ({ code }) => code === SESSION,
  isRefused: ({ code, message }, _, isPlacing) =>
    Object.hasOwn(REFUSED, code) || (code === "" && codeOf(message) !== "other" && (!isPlacing || saysNo(message))),
  isEmpty: ({ code }) => EMPTY.has(code),
});
