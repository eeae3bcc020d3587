/** What became of a request at Kite. Kite says so by HTTP status, `error_type` and words; what is not clear is unknown. */
import type { z } from "zod";
import { type Outbound, OutboundError, type OutboundReply, type OutboundRequest } from "../../platform/outbound.ts";
import { BrokerError, type RefusalCode, type Sent } from "../port.ts";
import { type KiteFailure, readReply } from "./wire.ts";

export type Exchanged =
  | { readonly kind: "reply"; readonly reply: OutboundReply }
  /** No byte left. */
  | { readonly kind: "not-sent"; readonly why: string }
  /** It left, and no usable answer came back. */
  | { readonly kind: "cut"; readonly why: string };

/** Sends once. Never throws for what the network or the other side does. */
export async function exchange(outbound: Outbound, url: string, request: OutboundRequest): Promise<Exchanged> {
  try {
    return { kind: "reply", reply: await outbound.request(url, request) };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.isUnsent
      ? { kind: "not-sent", why: "Zerodha cannot be reached" }
      : { kind: "cut", why: "Zerodha did not answer" };
  }
}

/** Failures behind Kite's door: the order may have gone on to the exchange. */
const UNCERTAIN = new Set(["NetworkException", "GeneralException", "DataException"]);
const TIMED_OUT = /timed?[ -]?out|timeout/i;

/** Words of refusals, most telling first. */
const REASONS: readonly (readonly [RegExp, RefusalCode])[] = [
  [/\bmargin|insufficient|funds\b/i, "margin"],
  [/tick size/i, "tick"],
  [/circuit|price range|price band|execution range|\blpp\b/i, "price-band"],
  [/freeze|lot size|multiple of|quantity/i, "quantity"],
  [/market is closed|markets? (?:are|is) not open|after market|market hours|trading hours/i, "closed"],
  [/\bIP\b|address/, "address"],
  [/product/i, "product"],
  [/market protection|order type|trigger/i, "order-type"],
  [/instrument|tradingsymbol|symbol/i, "instrument"],
  [
    /cannot be (?:modified|cancelled)|not (?:open|pending)|already (?:processed|cancelled|complete)|being processed/i,
    "not-open",
  ],
];

const SESSION_OVER = "Your session with Zerodha is over. Please log in again";

/** @param value makes the answer's value of the reply's data. */
export function sentOf<Data, Value>(
  exchanged: Exchanged,
  schema: z.ZodType<Data>,
  value: (data: Data) => Value,
): Sent<Value> {
  if (exchanged.kind === "not-sent") return exchanged;
  if (exchanged.kind === "cut") return { kind: "unknown", why: exchanged.why };
  const { status, body } = exchanged.reply;
  const read = readReply(body, schema);
  if (status === 200 && read && "data" in read) return { kind: "done", value: value(read.data) };
  if (status === 429)
    return { kind: "refused", code: "rate", message: "Zerodha takes no more requests in this second" };
  const failure = read && "failure" in read ? read.failure : undefined;
  const refusal = failure && refusalOf(status, failure);
  return refusal ?? { kind: "unknown", why: `Zerodha answered ${status}${failure ? `: ${failure.message}` : ""}` };
}

/** undefined where the order may have been placed all the same. */
function refusalOf(status: number, failure: KiteFailure): Sent<never> | undefined {
  const { message, error_type: type = "" } = failure;
  if (status === 403 && type === "TokenException") return { kind: "refused", code: "session", message: SESSION_OVER };
  if (status === 403 && type === "PermissionException") return { kind: "refused", code: codeOf(message), message };
  if (status !== 400 && status !== 405) return undefined;
  if (UNCERTAIN.has(type) || type === "" || TIMED_OUT.test(message)) return undefined;
  const code = type === "MarginException" ? "margin" : codeOf(message);
  return { kind: "refused", code, message };
}

const codeOf = (message: string): RefusalCode => REASONS.find(([words]) => words.test(message))?.[1] ?? "other";

/** Of a read, or of a login, whose token may be wrong without any session being over. @throws BrokerError */
export function dataOf<Data>(exchanged: Exchanged, schema: z.ZodType<Data>, isLogin = false): Data {
  const { status, body } = replyOf(exchanged);
  const read = readReply(body, schema);
  if (status === 200 && read && "data" in read) return read.data;
  const failure = read && "failure" in read ? read.failure : undefined;
  if (!isLogin && status === 403 && failure?.error_type === "TokenException")
    throw new BrokerError("session", SESSION_OVER);
  if (status < 500 && failure) throw new BrokerError("refused", failure.message);
  throw new BrokerError("away", "Zerodha gave no usable answer");
}

/** @throws BrokerError where nothing came back. */
export function replyOf(exchanged: Exchanged): OutboundReply {
  if (exchanged.kind === "reply") return exchanged.reply;
  throw new BrokerError("away", `Zerodha cannot be asked: ${exchanged.why}`);
}
