/** What became of a request at XTS, by HTTP status and the code in the body; what is not clear is unknown. */
import type { z } from "zod";
import { codeOf, type Exchanged, replyOf, sessionOver, TIMED_OUT, tooOften } from "../asking.ts";
import { BrokerError, type Sent } from "../port.ts";
import { readReply, type XtsFailure } from "./wire.ts";

const SESSION = /^e-session-/;
const RATE = /^e-apirl-/;
/** Bad fields, an order or a position that XTS will not have. All other codes are none that we know. */
const REFUSED = /^e-(?:property-validation-failed|orders-\d+|portfolio-\d+)$/;
/** A list with nothing in it. */
const NO_DATA = /data not available|no data/i;

/** @param name of the broker. @param value makes the answer's value of the reply's result. */
export function sentOf<Data, Value>(
  name: string,
  exchanged: Exchanged,
  schema: z.ZodType<Data>,
  value: (data: Data) => Value,
): Sent<Value> {
  if (exchanged.kind === "not-sent") return exchanged;
  if (exchanged.kind === "cut") return { kind: "unknown", why: exchanged.why };
  const { status, body } = exchanged.reply;
  const read = readReply(body, schema);
  if (status === 200 && read && "data" in read) return { kind: "done", value: value(read.data) };
  if (status === 429) return { kind: "refused", code: "rate", message: tooOften(name) };
  const failure = read && "failure" in read ? read.failure : undefined;
  const refusal = failure === undefined || status >= 500 ? undefined : refusalOf(name, failure);
  return refusal ?? { kind: "unknown", why: `${name} answered ${status}${failure ? `: ${failure.description}` : ""}` };
}

/** undefined where the order may have been placed all the same. */
function refusalOf(name: string, { code, description: message }: XtsFailure): Sent<never> | undefined {
  if (SESSION.test(code)) return { kind: "refused", code: "session", message: sessionOver(name) };
  if (RATE.test(code)) return { kind: "refused", code: "rate", message: tooOften(name) };
  if (!REFUSED.test(code) || TIMED_OUT.test(message)) return undefined;
  return { kind: "refused", code: codeOf(message), message };
}

/** @param empty what a refusal for want of data means; left out where it means nothing. */
interface Reading<Data> {
  readonly isLogin?: boolean;
  readonly empty?: Data;
}

/** Of a read, or of a login, whose key may be wrong without any session being over. @throws BrokerError */
export function dataOf<Data>(
  name: string,
  exchanged: Exchanged,
  schema: z.ZodType<Data>,
  { isLogin = false, empty }: Reading<Data> = {},
): Data {
  const { status, body } = replyOf(name, exchanged);
  const read = readReply(body, schema);
  if (status === 200 && read && "data" in read) return read.data;
  const failure = read && "failure" in read && status < 500 ? read.failure : undefined;
  if (empty !== undefined && failure && NO_DATA.test(failure.description)) return empty;
  if (!isLogin && failure && SESSION.test(failure.code)) throw new BrokerError("session", sessionOver(name));
  if (failure && !TIMED_OUT.test(failure.description)) throw new BrokerError("refused", failure.description);
  throw new BrokerError("away", `${name} gave no usable answer`);
}
