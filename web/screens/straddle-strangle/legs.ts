/** The pair as legs of a strategy: what can be sent to a broker, and what is saved. Pure. */

import { expiryKey } from "#contract/domain/instruments.ts";
import { daysBetween } from "#contract/domain/reference/calendar.ts";
import { isMonthly } from "#contract/domain/reference/expiries.ts";
import { type LegFacts, type Making, withExclusion } from "#contract/domain/strategy/leg-edits.ts";
import { legKey, type Side, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { type OrderResponses, rebuilt, withResponses } from "#contract/domain/strategy/trading.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import { lastOf } from "../../kit/series/last-of.ts";
import type { Snapshot } from "./snapshot.ts";

export const TYPES = ["CE", "PE"] as const;
export type OptionType = (typeof TYPES)[number];

/** What was traded from the screen, and what the broker made of each order. */
export interface Book {
  readonly legs: readonly StrategyLeg[];
  readonly responses: OrderResponses;
}
export const EMPTY_BOOK: Book = { legs: [], responses: {} };

/** Both contracts at a moment, and what they cost then, rupees a unit. */
export interface Pair {
  readonly facts: Readonly<Record<OptionType, LegFacts & { readonly type: OptionType }>>;
  readonly prices: Readonly<Record<OptionType, number>>;
}

/** Undefined until both have a price. */
export function pairOf(snapshot: Snapshot | undefined, context: PaneContext | undefined): Pair | undefined {
  if (!snapshot || !context) return undefined;
  const { expiry, expiries } = context;
  const last = lastOf(snapshot);
  const prices = { CE: last("callPrice"), PE: last("putPrice") };
  if (Number.isNaN(prices.CE) || Number.isNaN(prices.PE)) return undefined;
  const factsOf = <T extends OptionType>(type: T) => {
    const { token, lotSize } = type === "CE" ? snapshot.call : snapshot.put;
    const iv = last(type === "CE" ? "callIv" : "putIv");
    return {
      type,
      strike: type === "CE" ? snapshot.ce : snapshot.pe,
      expiry: expiryKey(expiry),
      isMonth: isMonthly(expiry, expiries),
      remainingDays: Math.max(daysBetween(snapshot.date, expiry), 0),
      lotSize,
      securityId: String(token),
      IV: iv > 0 ? iv / 100 : 0,
    };
  };
  return { facts: { CE: factsOf("CE"), PE: factsOf("PE") }, prices };
}

/** What is chosen for both legs. */
export interface PairTerms {
  readonly side: Side;
  readonly lots: number;
}

export interface PairDraft extends PairTerms {
  readonly prices: Pair["prices"];
  /** Ids of orders that are left out. */
  readonly excluded: ReadonlySet<string>;
}

/** Both legs: what is traded of them already, and the orders that the draft makes. */
export function legsOf(
  { facts }: Pair,
  { legs }: Book,
  { side, lots, prices, excluded }: PairDraft,
  making: (type: OptionType) => Making,
): readonly StrategyLeg[] {
  return TYPES.map((type) => {
    const held = legs.find((leg) => legKey(leg) === legKey(facts[type]));
    const made = making(type);
    const draft = { side, lots: lots >= 1 ? Math.floor(lots) : 0, price: prices[type] };
    const leg = rebuilt(held, facts[type], draft, made);
    return leg.orders.reduce(
      (changed, { id }) => (excluded.has(id) ? withExclusion(changed, id, made.terms) : changed),
      leg,
    );
  });
}

/**
 * The book after the broker's answers: the legs that were sent take the place of what it held of them. A leg of which the
 * broker took nothing is not in it.
 */
export function booked(
  book: Book,
  sent: readonly StrategyLeg[],
  responses: OrderResponses,
  newId: () => string,
  { terms }: Pick<Making, "terms">,
): Book {
  const keys = new Set(sent.map(legKey));
  return {
    legs: [
      ...book.legs.filter((leg) => !keys.has(legKey(leg))),
      ...sent
        .map((leg) => withResponses(leg, responses, newId, terms))
        .filter(({ orders }) => orders.some(({ isTraded }) => isTraded)),
    ],
    responses: { ...book.responses, ...responses },
  };
}
