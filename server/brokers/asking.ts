/** One request to a broker, sent once, and what brokers' words tell of a refusal: what every adapter needs before its protocol. */
import { type Outbound, OutboundError, type OutboundReply, type OutboundRequest } from "../platform/outbound.ts";
import { BrokerError, type RefusalCode, type Sent, type Start } from "./port.ts";

export type Exchanged =
  | { readonly kind: "reply"; readonly reply: OutboundReply }
  /** No byte left. */
  | { readonly kind: "not-sent"; readonly why: string }
  /** It left, and no usable answer came back. */
  | { readonly kind: "cut"; readonly why: string };

/** Sends once. Never throws for what the network or the other side does. @param name of the broker, to be shown. */
export async function exchange(
  name: string,
  outbound: Outbound,
  url: string,
  request: OutboundRequest,
): Promise<Exchanged> {
  try {
    return { kind: "reply", reply: await outbound.request(url, request) };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.isUnsent
      ? { kind: "not-sent", why: `${name} cannot be reached` }
      : { kind: "cut", why: `${name} did not answer` };
  }
}

/** @throws BrokerError where nothing came back. */
export function replyOf(name: string, exchanged: Exchanged): OutboundReply {
  if (exchanged.kind === "reply") return exchanged.reply;
  throw new BrokerError("away", `${name} cannot be asked: ${exchanged.why}`);
}

/** A price that was read longer ago may be another by now. Whom a second's worth of orders goes before waits less. */
const FRESH_MS = 1500;

/**
 * A read that a write needs first: where it fails, nothing is sent.
 * @param start the write waits for its turn after the read. Where that takes long it is read anew, and the write waits for a turn that it
 * is in time for.
 */
export async function readFirst<Read, Value>(
  read: () => Promise<Read>,
  write: (read: Read) => Promise<Sent<Value>>,
  start?: Start,
): Promise<Sent<Value>> {
  let found: Read;
  try {
    found = await read();
    const readAt = performance.now();
    await start?.();
    if (performance.now() - readAt > FRESH_MS) {
      found = await read();
      await start?.();
    }
  } catch (error) {
    if (error instanceof BrokerError) return { kind: "not-sent", why: error.message };
    throw error;
  }
  return write(found);
}

/** Words of a refusal behind which the order may have gone on to the exchange. */
export const TIMED_OUT = /timed?[ -]?out|timeout/i;

export const sessionOver = (name: string): string => `Your session with ${name} is over. Please log in again`;
export const tooOften = (name: string): string => `${name} takes no more requests in this second`;

/** Words of refusals, most telling first. */
const REASONS: readonly (readonly [RegExp, RefusalCode])[] = [
  [/\bmargin|insufficient|funds\b/i, "margin"],
  [/tick size/i, "tick"],
  [/circuit|price range|price band|execution range|\blpp\b/i, "price-band"],
  [/freeze|lot size|multiple of|quantity/i, "quantity"],
  [/(?:market|exchange) is closed|markets? (?:are|is) not open|after market|market hours|trading hours/i, "closed"],
  [/\bIP\b|address/, "address"],
  [/product/i, "product"],
  [/market protection|order type|trigger/i, "order-type"],
  [/instrument|tradingsymbol|symbol/i, "instrument"],
  [
    /order does not exist|cannot be (?:modified|cancelled)|not (?:open|pending)|already (?:processed|cancelled|complete)|being processed/i,
    "not-open",
  ],
];

/** By these words a broker says no. */
const NO =
  /\binvalid\b|insufficient|shortfall|\bexceed|\breject|\bRMS\b|\b(?:must|should|has to|have to) be\b|\bno(?:t an?|t in)? multiples?\b|\bnot (?:a valid|allowed|permitted|registered|enabled|available|supported|found|taken|traded)\b|\b(?:is|are) (?:above|below|beyond|outside|closed|blocked|too|less|more|greater|lower|higher)\b/i;

/** Whether words say no to a new order. Those that only name its quantity or its symbol may come of what failed after it was placed. */
export const saysNo = (message: string): boolean => NO.test(message);

export const codeOf = (message: string): RefusalCode => REASONS.find(([words]) => words.test(message))?.[1] ?? "other";
