/** What became of a request at Noren, by the words in its reply; what is not clear is unknown. */
import type { z } from "zod";
import { codeOf, type Exchanged, replyOf, sessionOver, TIMED_OUT, tooOften } from "../asking.ts";
import { BrokerError, type Sent } from "../port.ts";
import { readReply } from "./wire.ts";

const SESSION = /^session expired|invalid session key/i;
/** "Error Occurred : 5 \"no data\"": a list with nothing in it. */
const NO_DATA = /\bno data\b/i;
/** What Noren's documents say of a request that was not carried out. All other words are none that we know. */
const REFUSED = /^(?:rejected|invalid input|error occurred : \d+ "(?:invalid input|no data)")/i;

/** @param name of the broker. @param value makes the answer's value of the reply. */
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
  return refusal ?? { kind: "unknown", why: `${name} answered ${status}${failure ? `: ${failure}` : ""}` };
}

/** undefined where the order may have been placed all the same. */
function refusalOf(name: string, words: string): Sent<never> | undefined {
  if (SESSION.test(words)) return { kind: "refused", code: "session", message: sessionOver(name) };
  if (!REFUSED.test(words) || TIMED_OUT.test(words)) return undefined;
  const message = words.replace(/^(?:rejected|invalid input)\s*:\s*(?:ORA:)?/i, "");
  return { kind: "refused", code: codeOf(message), message };
}

/** Of a read, or of a login, whose code may be wrong without any session being over. @throws BrokerError */
export function dataOf<Data>(name: string, exchanged: Exchanged, schema: z.ZodType<Data>, isLogin = false): Data {
  const { status, body } = replyOf(name, exchanged);
  const read = readReply(body, schema);
  if (status === 200 && read && "data" in read) return read.data;
  const failure = read && "failure" in read ? read.failure : undefined;
  if (!isLogin && failure && SESSION.test(failure)) throw new BrokerError("session", sessionOver(name));
  if (status < 500 && failure && !TIMED_OUT.test(failure)) throw new BrokerError("refused", failure);
  throw new BrokerError("away", `${name} gave no usable answer`);
}

/** Of a list: one that is empty comes as a refusal for want of data. @throws BrokerError */
export function listOf<Row>(name: string, exchanged: Exchanged, schema: z.ZodType<Row[]>): Row[] {
  if (exchanged.kind === "reply" && exchanged.reply.status < 500) {
    const read = readReply(exchanged.reply.body, schema);
    if (read && "failure" in read && NO_DATA.test(read.failure)) return [];
  }
  return dataOf(name, exchanged, schema);
}
