/** What became of a request at Kite. Kite says so by HTTP status, `error_type` and words; what is not clear is unknown. */
import type { z } from "zod";
import { codeOf, type Exchanged, replyOf, sessionOver, TIMED_OUT, tooOften } from "../asking.ts";
import { BrokerError, type Sent } from "../port.ts";
import { type KiteFailure, readReply } from "./wire.ts";

export const NAME = "Zerodha";

/** Failures behind Kite's door: the order may have gone on to the exchange. */
const UNCERTAIN = new Set(["NetworkException", "GeneralException", "DataException"]);

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
  if (status === 429) return { kind: "refused", code: "rate", message: tooOften(NAME) };
  const failure = read && "failure" in read ? read.failure : undefined;
  const refusal = failure && refusalOf(status, failure);
  return refusal ?? { kind: "unknown", why: `${NAME} answered ${status}${failure ? `: ${failure.message}` : ""}` };
}

/** undefined where the order may have been placed all the same. */
function refusalOf(status: number, failure: KiteFailure): Sent<never> | undefined {
  const { message, error_type: type = "" } = failure;
  if (status === 403 && type === "TokenException")
    return { kind: "refused", code: "session", message: sessionOver(NAME) };
  if (status === 403 && type === "PermissionException") return { kind: "refused", code: codeOf(message), message };
  if (status !== 400 && status !== 405) return undefined;
  if (UNCERTAIN.has(type) || type === "" || TIMED_OUT.test(message)) return undefined;
  const code = type === "MarginException" ? "margin" : codeOf(message);
  return { kind: "refused", code, message };
}

/** Of a read, or of a login, whose token may be wrong without any session being over. @throws BrokerError */
export function dataOf<Data>(exchanged: Exchanged, schema: z.ZodType<Data>, isLogin = false): Data {
  const { status, body } = replyOf(NAME, exchanged);
  const read = readReply(body, schema);
  if (status === 200 && read && "data" in read) return read.data;
  const failure = read && "failure" in read ? read.failure : undefined;
  if (!isLogin && status === 403 && failure?.error_type === "TokenException")
    throw new BrokerError("session", sessionOver(NAME));
  if (status < 500 && failure) throw new BrokerError("refused", failure.message);
  throw new BrokerError("away", `${NAME} gave no usable answer`);
}
