/** What became of a request at Dhan, by HTTP status and the code in the body; what is not clear is unknown. */
import type { z } from "zod";
import { codeOf, type Exchanged, replyOf, sessionOver, TIMED_OUT, tooOften } from "../asking.ts";
import { BrokerError, type Sent } from "../port.ts";
import { type DhanFailure, readReply } from "./wire.ts";

export const NAME = "Dhan";

/** "Client ID or access token is invalid or expired." */
const SESSION = "DH-901";
const RATE = "DH-904";
/** No access, no account, bad fields, a bad order. Server, network and other errors are none of these. */
const REFUSED = new Set(["DH-902", "DH-903", "DH-905", "DH-906"]);

const isDone = (status: number): boolean => status === 200 || status === 202;

/** @param value makes the answer's value of the reply. */
export function sentOf<Data, Value>(
  exchanged: Exchanged,
  schema: z.ZodType<Data>,
  value: (data: Data) => Value,
): Sent<Value> {
  if (exchanged.kind === "not-sent") return exchanged;
  if (exchanged.kind === "cut") return { kind: "unknown", why: exchanged.why };
  const { status, body } = exchanged.reply;
  const read = readReply(body, schema);
  if (isDone(status) && read && "data" in read) return { kind: "done", value: value(read.data) };
  if (status === 429) return { kind: "refused", code: "rate", message: tooOften(NAME) };
  const failure = read && "failure" in read ? read.failure : undefined;
  const refusal = failure && refusalOf(status, failure);
  return refusal ?? { kind: "unknown", why: `${NAME} answered ${status}${failure ? `: ${failure.errorMessage}` : ""}` };
}

/** undefined where the order may have been placed all the same. */
function refusalOf(status: number, { errorCode, errorMessage: message }: DhanFailure): Sent<never> | undefined {
  if (errorCode === SESSION) return { kind: "refused", code: "session", message: sessionOver(NAME) };
  if (errorCode === RATE) return { kind: "refused", code: "rate", message: tooOften(NAME) };
  if (status >= 500 || !REFUSED.has(errorCode) || TIMED_OUT.test(message)) return undefined;
  return { kind: "refused", code: codeOf(message), message };
}

/** Of a read, or of a login, whose token may be wrong without any session being over. @throws BrokerError */
export function dataOf<Data>(exchanged: Exchanged, schema: z.ZodType<Data>, isLogin = false): Data {
  const { status, body } = replyOf(NAME, exchanged);
  const read = readReply(body, schema);
  if (status === 200 && read && "data" in read) return read.data;
  const failure = read && "failure" in read ? read.failure : undefined;
  if (!isLogin && failure?.errorCode === SESSION) throw new BrokerError("session", sessionOver(NAME));
  if (status < 500 && failure) throw new BrokerError("refused", failure.errorMessage);
  throw new BrokerError("away", `${NAME} gave no usable answer`);
}
