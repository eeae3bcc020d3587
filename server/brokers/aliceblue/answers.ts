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
  EC090: "Orders for this exchange are not taken: instrument",
  EC092: "This product is not taken",
  EC801: "On BSE an order cannot be made a stop",
  EC815: "There is no order of that number",
  EC819: "Of this order only the trigger price can be changed",
  EC822: "The trigger price must be below the price",
  EC823: "The trigger price must be above the price",
  EC824: "The trigger price must be further below the price",
  EC825: "The trigger price must be further above the price",
  EC826: "A price is missing",
  EC828: "A trigger price is missing",
  EC837: "This product is not taken in this segment",
  EC838: "This order type is not taken",
  EC842: "The disclosed quantity is too small a part of the order's",
  EC843: "Of this order only price and quantity can be changed",
  EC844: "Of this order only price and order type can be changed",
  EC846: "The trigger price must be further below the price",
  EC847: "The trigger price must be further above the price",
  EC848: "The price must be above the trigger price",
  EC849: "The price must be below the trigger price",
  EC850: "The price must be further above the trigger price",
  EC851: "The price must be further below the trigger price",
  EC852: "This product is not taken",
  EC855: "The order cannot be modified",
  EC858: "Orders for this exchange are not taken: instrument",
  EC865: "Product 'delivery' is not taken in this segment",
  EC868: "There is no position in this instrument",
  EC869: "The quantity bought is too small",
  EC870: "The quantity sold is too small",
  EC901: "Orders for this exchange are not taken: instrument",
  EC904: "The quantity must be a positive number",
  EC930: "This order type is not known",
  EC932: "This validity is not known",
  EC946: "The instrument's number is none",
  EC947: "There is no such instrument",
  EC948: "The quantity is too large",
  EC949: "The quantity must be a positive number",
  EC950: "A price is missing",
  EC951: "A trigger price is missing",
  EC954: "The quantity must be a multiple of the lot size",
  EC957: "The price is invalid",
  EC958: "The price must be above zero",
  EC959: "The trigger price is invalid",
  EC960: "The trigger price must be above zero",
  EC969: "This product is not known",
  EC970: "A disclosed quantity is not taken in this segment",
  EC971: "The order's tag is longer than 50 characters",
  EC973: "The trigger price of a purchase must be below its price",
  EC974: "The trigger price of a sale must be above its price",
  EC975: "The disclosed quantity is above the order's",
  EC979: "There is no order of that number",
  EC980: "There is no such instrument",
  EC981: "The disclosed quantity is invalid",
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
