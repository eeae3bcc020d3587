/**
 * What the form of a GTT holds: a price that is waited for below the last one, and one above it. What is left empty is not
 * asked for; both together are an OCO. Pure.
 */
import { type GttItem, type GttLeg, type GttMarket, type GttRules, gttFaults } from "#contract/domain/orders/gtt.ts";
import { isOnTick, type OrderSide, protectedLimit } from "#contract/domain/orders/prices.ts";

export const PLACES = ["below", "above"] as const;
export type Place = (typeof PLACES)[number];

/** Rupees; NaN is empty. */
export interface GttDraft extends Readonly<Record<Place, GttLeg>> {
  readonly side: OrderSide;
  readonly qty: number;
}

const NONE: GttLeg = { trigger: Number.NaN, limit: Number.NaN };

/** @param legs of one that is changed: the lower trigger first. @param ltp rupees: where a single one stands. */
export function gttDraft(side: OrderSide, qty: number, legs: readonly GttLeg[], ltp: number): GttDraft {
  const [first, second] = legs;
  if (first === undefined || second !== undefined) return { side, qty, below: first ?? NONE, above: second ?? NONE };
  const isAbove = first.trigger > ltp;
  return { side, qty, below: isAbove ? NONE : first, above: isAbove ? first : NONE };
}

/** Those that are filled in. */
export const legsOf = (draft: GttDraft): readonly GttLeg[] =>
  PLACES.map((place) => draft[place]).filter(({ trigger }) => !Number.isNaN(trigger));

/** What leads out at a loss, and has to trade when it is fired: a sale below, a purchase above. */
export const isStop = (side: OrderSide, place: Place): boolean => (side === -1) === (place === "below");

/** Another trigger, with the limit that belongs to it: of a stop 3 % past it, so that it trades; of a target the trigger itself. */
export function withTrigger(draft: GttDraft, place: Place, trigger: number, tick: number): GttDraft {
  const isKnown = trigger > 0 && isOnTick(trigger, tick);
  const limit = isKnown && isStop(draft.side, place) ? protectedLimit(draft.side, trigger, tick) : trigger;
  return { ...draft, [place]: { trigger, limit: limit ?? Number.NaN } };
}

/** The other side: limits that were on the far side of their triggers would be on the near one. */
export function flipped(draft: GttDraft, tick: number): GttDraft {
  const other: GttDraft = { ...draft, side: draft.side === 1 ? -1 : 1 };
  return PLACES.reduce((all, place) => withTrigger(all, place, all[place].trigger, tick), other);
}

/** Why it cannot be sent; empty where it can, or where nothing is filled in yet. */
export function draftFaults(draft: GttDraft, market: GttMarket, rules: GttRules): readonly string[] {
  const legs = legsOf(draft);
  if (legs.length === 0) return [];
  const { ltp } = market;
  const isCrossed = legs.length === 1 && (draft.below.trigger >= ltp || draft.above.trigger <= ltp);
  if (isCrossed) return ["The last price is there already"];
  return gttFaults({ ...draft, legs }, market, rules);
}

/** As calls take it. */
export const gttTerms = (draft: GttDraft): { qty: number; legs: GttItem["legs"][number][] } => ({
  qty: draft.qty,
  legs: [...legsOf(draft)],
});
