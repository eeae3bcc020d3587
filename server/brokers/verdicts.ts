/**
 * What became of a request, by what its protocol says of refusals. One rule for all of them: what is not clearly done and not
 * clearly refused is unknown.
 *
 *     export const { sentOf, placedOf, dataOf } = verdicts<XtsFailure>({ read: readReply, wordsOf: …, isOver: …, isRefused: … });
 */
import type { z } from "zod";
import { codeOf, type Exchanged, replyOf, sessionOver, TIMED_OUT, tooOften } from "./asking.ts";
import { BrokerError, type RefusalCode, type Sent } from "./port.ts";

export interface Refusals<Failure> {
  /** The reply's data, what the broker says is wrong, or undefined where it is neither. Never throws. */
  read<Data>(
    body: string,
    schema: z.ZodType<Data>,
  ): { readonly data: Data } | { readonly failure: Failure } | undefined;
  /** Fit to be shown. */
  wordsOf(failure: Failure): string;
  /** Of a write that was refused, where its words have more than the reason. */
  reasonOf?(failure: Failure): string;
  /** Of a write that was refused, where more than its words tells why. */
  codeOf?(failure: Failure): RefusalCode | undefined;
  /** The session is over. */
  isOver(failure: Failure, status: number): boolean;
  isTooOften?(failure: Failure): boolean;
  /** What is answered 429 may have been done all the same. */
  readonly doubtsTooOften?: true;
  /**
   * Nothing was done, and nothing will be: by codes or words that are known to say so.
   * @param isPlacing of a new order, which may be at the exchange where its failure merely names it
   */
  isRefused(failure: Failure, status: number, isPlacing: boolean): boolean;
  /** A list with nothing in it. */
  isEmpty?(failure: Failure): boolean;
  /** HTTP 500 may be how that is said. */
  readonly hasEmpty500?: true;
  /** HTTP statuses of a write that was done; 200, unless told. */
  readonly done?: readonly number[];
}

export interface Reading<Data> {
  /** Its key may be wrong without any session being over. */
  readonly isLogin?: boolean;
  /** What a refusal for want of data means; left out where it means nothing. */
  readonly empty?: Data;
}

export interface Verdicts {
  /** Of a write but a placing. @param name of the broker. @param value makes the answer's value of the reply's data. */
  sentOf<Data, Value>(
    name: string,
    exchanged: Exchanged,
    schema: z.ZodType<Data>,
    value: (data: Data) => Value,
  ): Sent<Value>;
  /** As {@link sentOf}, of a new order: words that it is not open, or being processed, say that there is one. */
  placedOf: Verdicts["sentOf"];
  /** Of a read, or of a login. @throws BrokerError */
  dataOf<Data>(name: string, exchanged: Exchanged, schema: z.ZodType<Data>, reading?: Reading<Data>): Data;
}

export function verdicts<Failure>(protocol: Refusals<Failure>): Verdicts {
  const { done = [200] } = protocol;

  /** undefined where the order may have been placed all the same. */
  function refusalOf(name: string, status: number, failure: Failure, isPlacing: boolean): Sent<never> | undefined {
    if (status >= 500) return undefined;
    if (protocol.isOver(failure, status)) return { kind: "refused", code: "session", message: sessionOver(name) };
    if (protocol.isTooOften?.(failure)) return { kind: "refused", code: "rate", message: tooOften(name) };
    const words = protocol.wordsOf(failure);
    if (!protocol.isRefused(failure, status, isPlacing) || TIMED_OUT.test(words)) return undefined;
    const message = protocol.reasonOf?.(failure) ?? words;
    const code = protocol.codeOf?.(failure) ?? codeOf(message);
    return isPlacing && code === "not-open" ? undefined : { kind: "refused", code, message };
  }

  const answerOf =
    (isPlacing: boolean): Verdicts["sentOf"] =>
    (name, exchanged, schema, value) => {
      if (exchanged.kind === "not-sent") return exchanged;
      if (exchanged.kind === "cut") return { kind: "unknown", why: exchanged.why };
      const { status, body } = exchanged.reply;
      const read = protocol.read(body, schema);
      if (done.includes(status) && read && "data" in read) return { kind: "done", value: value(read.data) };
      if (status === 429 && !protocol.doubtsTooOften) return { kind: "refused", code: "rate", message: tooOften(name) };
      const failure = read && "failure" in read ? read.failure : undefined;
      const words = failure === undefined ? "" : `: ${protocol.wordsOf(failure)}`;
      const refusal = failure === undefined ? undefined : refusalOf(name, status, failure, isPlacing);
      return refusal ?? { kind: "unknown", why: `${name} answered ${status}${words}` };
    };

  return {
    sentOf: answerOf(false),
    placedOf: answerOf(true),

    dataOf(name, exchanged, schema, { isLogin = false, empty } = {}) {
      const { status, body } = replyOf(name, exchanged);
      const read = protocol.read(body, schema);
      if (status === 200 && read && "data" in read) return read.data;
      const told = read && "failure" in read ? read.failure : undefined;
      const failure = status < 500 || (status === 500 && protocol.hasEmpty500) ? told : undefined;
      if (failure !== undefined && empty !== undefined && protocol.isEmpty?.(failure)) return empty;
      if (failure !== undefined && status < 500) {
        if (!isLogin && protocol.isOver(failure, status)) throw new BrokerError("session", sessionOver(name));
        const words = protocol.wordsOf(failure);
        if (!TIMED_OUT.test(words)) throw new BrokerError("refused", words);
      }
      throw new BrokerError("away", `${name} gave no usable answer`);
    },
  };
}
