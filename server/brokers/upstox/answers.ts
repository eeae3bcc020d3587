/** What became of a request at Upstox, by HTTP status and the code of the first error; what is not clear is unknown. */
import type { z } from "zod";
import { type Exchanged, replyOf } from "../asking.ts";
import { BrokerError } from "../port.ts";
import { verdicts } from "../verdicts.ts";
import { readReply, type UpstoxFailure } from "./wire.ts";

export const NAME = "Upstox";

/** The token is over, wrong, or not the user's. */
const SESSION = new Set(["UDAPI100050", "UDAPI100016"]);
const RATE = "UDAPI10005";
/** "Something went wrong": the order may have gone on. */
const FAILED = "UDAPI100500";
/** Checked before anything is done: bad fields, rights, orders that are not there, a locked segment, a rejected body. */
const REFUSED = new Set([400, 401, 403, 404, 422, 423]);

export const { sentOf, placedOf, dataOf } = verdicts<UpstoxFailure>({
  read: readReply,
  wordsOf: ({ message }) => message,
  isOver: ({ code }) => SESSION.has(code),
  isTooOften: ({ code }) => code === RATE,
  isRefused: ({ code }, status) => REFUSED.has(status) && code.startsWith("UDAPI") && code !== FAILED,
});

/** Of a login, whose code may be wrong without any session being over. @throws BrokerError */
export function loginOf<Data>(exchanged: Exchanged, schema: z.ZodType<Data>): Data {
  const { status, body } = replyOf(NAME, exchanged);
  const read = readReply(body, schema, false);
  if (status === 200 && read && "data" in read) return read.data;
  const failure = status < 500 && read && "failure" in read ? read.failure : undefined;
  if (failure) throw new BrokerError("refused", failure.message);
  throw new BrokerError("away", `${NAME} gave no usable answer`);
}
