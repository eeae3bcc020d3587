/** What became of a request at Upstox, by HTTP status and the code of the first error; what is not clear is unknown. */
import type { z } from "zod";
import { codeOf, type Exchanged, replyOf, sessionOver, TIMED_OUT, tooOften } from "../asking.ts";
import { BrokerError, type Sent } from "../port.ts";
import { readReply, type UpstoxFailure } from "./wire.ts";

export const NAME = "Upstox";

/** The token is over, wrong, or not the user's. */
const SESSION = new Set(["UDAPI100050", "UDAPI100016"]);
const RATE = "UDAPI10005";
/** "Something went wrong": the order may have gone on. */
const FAILED = "UDAPI100500";
/** Checked before anything is done: bad fields, rights, orders that are not there, a locked segment, a rejected body. */
const REFUSED = new Set([400, 401, 403, 404, 422, 423]);

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
function refusalOf(status: number, { code, message }: UpstoxFailure): Sent<never> | undefined {
  if (SESSION.has(code)) return { kind: "refused", code: "session", message: sessionOver(NAME) };
  if (code === RATE) return { kind: "refused", code: "rate", message: tooOften(NAME) };
  const isClear = REFUSED.has(status) && code.startsWith("UDAPI") && code !== FAILED && !TIMED_OUT.test(message);
  return isClear ? { kind: "refused", code: codeOf(message), message } : undefined;
}

/** Of a read. @throws BrokerError */
export function dataOf<Data>(exchanged: Exchanged, schema: z.ZodType<Data>): Data {
  const { status, body } = replyOf(NAME, exchanged);
  const read = readReply(body, schema);
  if (status === 200 && read && "data" in read) return read.data;
  const failure = read && "failure" in read ? read.failure : undefined;
  if (failure && SESSION.has(failure.code)) throw new BrokerError("session", sessionOver(NAME));
  throw unusable(status, failure);
}

/** Of a login, whose code may be wrong without any session being over. @throws BrokerError */
export function loginOf<Data>(exchanged: Exchanged, schema: z.ZodType<Data>): Data {
  const { status, body } = replyOf(NAME, exchanged);
  const read = readReply(body, schema, false);
  if (status === 200 && read && "data" in read) return read.data;
  throw unusable(status, read && "failure" in read ? read.failure : undefined);
}

const unusable = (status: number, failure: UpstoxFailure | undefined): BrokerError =>
  status < 500 && failure
    ? new BrokerError("refused", failure.message)
    : new BrokerError("away", `${NAME} gave no usable answer`);
