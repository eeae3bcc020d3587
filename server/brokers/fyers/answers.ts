/** What became of a request at Fyers, by HTTP status and the code in the body; what is not clear is unknown. */
import type { z } from "zod";
import { codeOf, type Exchanged, replyOf, sessionOver, TIMED_OUT, tooOften } from "../asking.ts";
import { BrokerError, type Sent } from "../port.ts";
import { type FyersFailure, readReply } from "./wire.ts";

export const NAME = "Fyers";

/** The token is over, wrong, or not the user's. */
const SESSION = new Set([-8, -15, -16, -17]);
const RATE = -429;
/** "The request has been made, but no acknowledgement has been received: check the order book." */
const UNACKNOWLEDGED = 201;
/** Said no: bad fields, an order that is not there, a rejection, a position that is not there, a symbol, an app. */
const REFUSED = new Set([-50, -51, -52, -53, -99, -300, -352]);

/** @param value makes the answer's value of the reply. */
export function sentOf<Data extends { readonly code: number }, Value>(
  exchanged: Exchanged,
  schema: z.ZodType<Data>,
  value: (data: Data) => Value,
): Sent<Value> {
  if (exchanged.kind === "not-sent") return exchanged;
  if (exchanged.kind === "cut") return { kind: "unknown", why: exchanged.why };
  const { status, body } = exchanged.reply;
  const read = readReply(body, schema);
  if (status === 200 && read && "data" in read && read.data.code !== UNACKNOWLEDGED) {
    return { kind: "done", value: value(read.data) };
  }
  if (status === 429) return { kind: "refused", code: "rate", message: tooOften(NAME) };
  const failure = read && "failure" in read ? read.failure : undefined;
  const refusal = failure && refusalOf(status, failure);
  return refusal ?? { kind: "unknown", why: `${NAME} answered ${status}${failure ? `: ${failure.message}` : ""}` };
}

/** undefined where the order may have been placed all the same. */
function refusalOf(status: number, { code, message }: FyersFailure): Sent<never> | undefined {
  if (SESSION.has(code)) return { kind: "refused", code: "session", message: sessionOver(NAME) };
  if (code === RATE) return { kind: "refused", code: "rate", message: tooOften(NAME) };
  if (status >= 500 || !REFUSED.has(code) || TIMED_OUT.test(message)) return undefined;
  return { kind: "refused", code: codeOf(message), message };
}

/** Of a read, or of a login, whose code may be wrong without any session being over. @throws BrokerError */
export function dataOf<Data>(exchanged: Exchanged, schema: z.ZodType<Data>, isLogin = false): Data {
  const { status, body } = replyOf(NAME, exchanged);
  const read = readReply(body, schema);
  if (status === 200 && read && "data" in read) return read.data;
  const failure = read && "failure" in read ? read.failure : undefined;
  if (!isLogin && failure && SESSION.has(failure.code)) throw new BrokerError("session", sessionOver(NAME));
  if (status < 500 && failure) throw new BrokerError("refused", failure.message);
  throw new BrokerError("away", `${NAME} gave no usable answer`);
}
