/**
 * What an answer, or the broker's book, makes of an intent. Pure.
 *
 *     new ──▶ sending ──▶ placed | refused | unknown        unknown ──▶ placed | refused | absent ──▶ placed (late)
 *      └───▶ void           └──▶ void: no byte left
 *
 * What the broker has taken may still be rejected, by its risk check or the exchange, a stop hours later: its book is read until
 * the order is over, and placed becomes refused by that book alone. A change or a cancellation that was taken is looked for in
 * the book, too, for half a minute.
 *
 * Nothing is ever sent again. An intent is given up as absent only after three good reads of the book, the last of them at
 * least half a minute after it was sent, or by its user's word (`resolver.ts`); it is watched until the close even then. One that is still unknown when its day is over stays
 * so, in words that say that nobody looks any more (its `checkAt` is null).
 *
 * Orders are found by their tags. A broker whose book is not known to give them back says `echoesTag: false` in its profile
 * (`../../brokers/profiles.ts`): its orders are found by what they look like (`fingerprint.ts`).
 */
import { contractId } from "#contract/domain/instruments.ts";
import type {
  BookOrder,
  ChildOrder,
  IntentState,
  OrderChange,
  Position,
  Product,
} from "#contract/domain/orders/order.ts";
import { CANCELLED, EXPIRED, FILLED, isOpen, REJECTED } from "#contract/domain/orders/order.ts";
import type { BrokerFacts, Sent } from "../../../brokers/port.ts";
import { TOKEN_EXPIRED } from "../../../brokers/session-over.ts";
import { byStamp, isSame, looksLike } from "./fingerprint.ts";
import { type GttReading, ofGtt } from "./gtt-evidence.ts";
import { type Evidence, type Intent, isTag, type Step } from "./intent.ts";
import { type Converting, type IntentRequest, isGtt, isPlacing } from "./intent-request.ts";

export const NOT_CONFIRMED = "Not confirmed: the broker has not said what became of it. Its order book is being read";

export const GOOD_READS = 3;
/** Seconds after sending at which the book is read for an order that the broker took; then every minute. */
const WATCHES = [2, 10, 30];
const WATCH_EVERY_MS = 60_000;
const ABSENT_MS = 30_000;
/** Seconds after sending; then every half minute. */
const LOOKS = [1, 2, 4, 8, 15, 30];
const LOOK_EVERY_MS = 30_000;

/** States that a step may lead away from. */
export const FROM: Readonly<Record<IntentState, readonly IntentState[]>> = {
  new: [],
  sending: ["new"],
  void: ["new", "sending"],
  unknown: ["sending"],
  placed: ["sending", "unknown", "absent"],
  refused: ["sending", "unknown", "absent"],
  absent: ["unknown"],
};

/** What the broker's answer to a write makes of it. */
export function afterWrite(sent: Sent<unknown>): Step {
  switch (sent.kind) {
    case "done":
      return { state: "placed", orderId: typeof sent.value === "string" ? sent.value : undefined, message: "" };
    case "refused":
      return { state: "refused", message: sent.code === "session" ? TOKEN_EXPIRED : sent.message };
    case "not-sent":
      return { state: "void", message: `Not sent: ${sent.why}` };
    case "unknown":
      return { state: "unknown", message: NOT_CONFIRMED };
  }
}

/** One look at what the broker has. */
export interface Reading {
  readonly orders: readonly BookOrder[];
  /** Only where a conversion is open. */
  readonly positions?: readonly Position[] | undefined;
  /** Everything that is known to be in the book was in it: it is neither cut off nor of before. */
  readonly isGood: boolean;
  /** When it was asked for, ms. */
  readonly at: number;
  /** Only where an intent about them is open, and only where they could be read. */
  readonly gtts?: GttReading | undefined;
  /** Only where the broker gives no tags back: what was known of the account's orders after the book was read. */
  readonly untagged?: Untagged | undefined;
}

export interface Untagged {
  /** Orders of the book that belong to intents already. */
  readonly claimed: Set<string>;
  /** What orders looked like that were changed here since. */
  readonly before: ReadonlyMap<string, BookOrder>;
  /** Of each intent, by its id, others that look alike and are not confirmed: an order of the book may be either's. */
  readonly twins: ReadonlyMap<string, readonly Twin[]>;
}

export type Twin = Pick<Intent, "id" | "state" | "sentAt" | "request">;

/** @returns what the reading makes of the intent; undefined: nothing yet. */
export function afterReading(
  intent: Intent,
  reading: Reading,
  facts: Pick<BrokerFacts, "latestMs" | "echoesTag">,
): Step | undefined {
  const evidence = evidenceOf(intent.request, intent, reading, facts);
  if (typeof evidence === "object") return evidence;
  if (intent.state !== "unknown" || evidence === "no telling" || !isGoodFor(intent, reading)) return undefined;
  const reads = intent.goodReads + 1;
  const age = reading.at - (intent.sentAt?.getTime() ?? reading.at);
  if (reads < GOOD_READS || age < Math.max(ABSENT_MS, facts.latestMs)) return undefined;
  return { state: "absent", message: ABSENT_WORDS[intent.kind] };
}

/** Whether what the reading does not have speaks against the intent. */
export const isGoodFor = ({ request }: Pick<Intent, "request">, { isGood, gtts }: Reading): boolean =>
  isGtt(request) ? gtts?.isGood === true : isGood;

const ABSENT_WORDS = {
  place: "The order did not reach the broker",
  exit: "The order did not reach the broker",
  modify: "The change did not reach the broker: the order is as it was",
  cancel: "The cancellation did not reach the broker: the order is open",
  convert: "The conversion did not reach the broker: the position is as it was",
  "gtt-place": "The GTT did not reach the broker",
  "gtt-modify": "The change did not reach the broker: the GTT is as it was",
  "gtt-delete": "The deletion did not reach the broker: the GTT is active",
} as const;

function evidenceOf(
  request: IntentRequest,
  intent: Intent,
  reading: Reading,
  facts: Pick<BrokerFacts, "latestMs" | "echoesTag">,
): Evidence {
  const { orders, positions } = reading;
  switch (request.kind) {
    case "place":
    case "exit":
      if (!facts.echoesTag) return ofUntagged(intent, request.order, reading, facts);
      return ofPlacing(orders.find((order) => order.tag === intent.tag));
    case "cancel":
      return ofCancelling(orders.find(({ id }) => id === request.order.id));
    case "modify":
      return ofModifying(
        orders.find(({ id }) => id === request.order.id),
        request,
      );
    case "convert":
      return ofConverting(positions, request);
    case "gtt-place":
    case "gtt-modify":
    case "gtt-delete":
      return ofGtt(request, intent, reading.gtts);
  }
}

function ofPlacing(found: BookOrder | undefined): Evidence {
  if (found === undefined) return "not done";
  if (found.status === REJECTED) return { state: "refused", orderId: found.id, message: found.message };
  return { state: "placed", orderId: found.id, message: "" };
}

/**
 * By what the order looks like: nobody's but one that is alone with its looks. Of unknown twins each has one, the one that was sent first
 * the one that was stamped first: they have the contract, side, quantity and product in common.
 */
function ofUntagged(
  intent: Intent,
  order: ChildOrder,
  { orders, untagged, at }: Reading,
  { latestMs }: Pick<BrokerFacts, "latestMs">,
): Evidence {
  const { id, tag, sentAt } = intent;
  const tagged = orders.find((one) => one.tag === tag);
  if (tagged !== undefined) return ofPlacing(tagged);
  if (untagged === undefined || sentAt === null) return "no telling";
  const free = orders.filter((one) => !isTag(one.tag) && !untagged.claimed.has(one.id)).toSorted(byStamp);
  const looks = free.map((one) => {
    const before = untagged.before.get(one.id) ?? one;
    return [one, looksLike(order, { ...before, tag: one.tag }, sentAt.getTime())] as const;
  });
  const alike = looks.filter(([, look]) => look !== "no");
  // Then it is none of its twins', either.
  if (alike.length === 0) return "not done";
  const twins = untagged.twins.get(id) ?? [];
  const [found] = alike.find(([, look]) => look === "yes") ?? [];
  if (found === undefined || alike.length > 1 + twins.length) return "no telling";
  if (!twins.every((twin) => isBefore(intent, twin))) return "no telling";
  // A rejected one may be the trace of another that was refused; then ours may still come, and so may twins.
  const lastAt = Math.max(...[intent, ...twins].map((one) => one.sentAt?.getTime() ?? at));
  const isEarly = (found.status === REJECTED || twins.length > 0) && at < lastAt + latestMs;
  return isEarly ? "no telling" : ofPlacing(found);
}

/** Whether both are unknown and no different, and it is the one that was sent first. */
function isBefore(one: Twin, other: Twin): boolean {
  const [sent, sentOther] = [one.sentAt?.getTime() ?? 0, other.sentAt?.getTime() ?? 0];
  return (
    [one, other].every(({ state }) => state === "unknown") &&
    typeOf(one) === typeOf(other) &&
    (sent < sentOther || (sent === sentOther && one.id < other.id))
  );
}

/** Twins of one type have all else in common, too. */
const typeOf = ({ request }: Twin) => (isPlacing(request) ? request.order.type : undefined);

const ENDED: Readonly<Record<number, string>> = {
  [FILLED]: "The order had traded",
  [CANCELLED]: "The order had been cancelled",
  [REJECTED]: "The order had been rejected",
  [EXPIRED]: "The order had expired",
};

function ofCancelling(found: BookOrder | undefined): Evidence {
  if (found === undefined) return "no telling";
  if (isOpen(found.status)) return "not done";
  if (found.status === CANCELLED) return { state: "placed", orderId: found.id, message: "" };
  return { state: "refused", orderId: found.id, message: ENDED[found.status] ?? "" };
}

function ofModifying(
  found: BookOrder | undefined,
  { order, change }: Extract<IntentRequest, { readonly kind: "modify" }>,
): Evidence {
  if (found === undefined) return "no telling";
  if (hasTerms(found, change)) return { state: "placed", orderId: found.id, message: "" };
  // Neither as it was nor as was asked: it was changed again, or went as another type, as one at the market may go as a limit.
  if (isOpen(found.status)) return hasTerms(found, order) ? "not done" : "no telling";
  return { state: "refused", orderId: found.id, message: ENDED[found.status] ?? "" };
}

/** What can be changed of an order, as far as books tell it. */
type Terms = Pick<OrderChange, "qty" | "type" | "limitPrice" | "stopPrice">;

export const hasTerms = (order: Terms, { qty, type, limitPrice, stopPrice }: Terms): boolean =>
  order.qty === qty &&
  order.type === type &&
  isSame(order.limitPrice, limitPrice) &&
  isSame(order.stopPrice, stopPrice);

function ofConverting(
  positions: readonly Position[] | undefined,
  { conversion, before, beforeTo }: Converting,
): Evidence {
  if (positions === undefined) return "no telling";
  const { symbol, from, to, side, qty } = conversion;
  const id = contractId(conversion.contract);
  // By the contract first: an upgrade may write the broker's symbols in another way.
  const unitsUnder = (product: Product): number =>
    positions.find(
      (one) => one.productType === product && (one.contract ? contractId(one.contract) === id : one.symbol === symbol),
    )?.netQty ?? 0;
  const went = before - unitsUnder(from);
  // Where nobody knows what the new product had, the old one alone tells.
  const came = beforeTo === undefined ? went : unitsUnder(to) - beforeTo;
  // By both: an exit takes as much from the old product, and gives the new one nothing.
  if (went === side * qty && came === side * qty) return { state: "placed", message: "" };
  // Anything else than what was there means that something traded besides: then nobody can tell.
  return went === 0 && came === 0 ? "not done" : "no telling";
}

/** What the book says of what the broker took. undefined: the order is open, or not in this book; a change may still come. */
export function afterTaken(
  { orderId, request, sentAt }: Pick<Intent, "orderId" | "request" | "sentAt">,
  { orders, at }: Pick<Reading, "orders" | "at">,
  { latestMs }: Pick<BrokerFacts, "latestMs">,
): Fate | undefined {
  if (request.kind === "modify" || request.kind === "cancel") {
    const isLate = at - (sentAt?.getTime() ?? at) >= Math.max(ABSENT_MS, latestMs);
    return ofChange(request, orders, isLate);
  }
  const found = orders.find(({ id }) => id === orderId);
  if (found === undefined || isOpen(found.status)) return undefined;
  // Of what has traded in part, the trader holds something: that is no refusal.
  return found.status === REJECTED && !(found.tradedPrice > 0)
    ? { kind: "rejected", message: found.message }
    : { kind: "over" };
}

function ofChange(
  request: Extract<IntentRequest, { readonly kind: "modify" | "cancel" }>,
  orders: readonly BookOrder[],
  isLate: boolean,
): Fate | undefined {
  const { id } = request.order;
  const found = orders.find((order) => order.id === id);
  const evidence = request.kind === "cancel" ? ofCancelling(found) : ofModifying(found, request);
  if (typeof evidence === "object") return { kind: "over" };
  if (!isLate) return undefined;
  return { kind: evidence === "not done" ? "not in the book" : "over" };
}

/** What became of what the broker took: a change that is 'not in the book' never came to anything, as far as can be seen. */
export type Fate =
  | { readonly kind: "rejected"; readonly message: string }
  | { readonly kind: "not in the book" }
  | { readonly kind: "over" };

/** When to look next for what is not confirmed, ms. @param sentAt ms. @param now ms. */
export const nextLook = (sentAt: number, now: number): number => next(LOOKS, LOOK_EVERY_MS, sentAt, now);

/** When to look next at an order that the broker took, ms. @param sentAt ms. @param now ms. */
export const nextWatch = (sentAt: number, now: number): number => next(WATCHES, WATCH_EVERY_MS, sentAt, now);

const next = (seconds: readonly number[], everyMs: number, sentAt: number, now: number): number =>
  seconds.map((after) => sentAt + after * 1000).find((at) => at > now) ?? now + everyMs;
