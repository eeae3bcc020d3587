/**
 * Several legs in one press: the buys, and a second after the last of them the sells. A sell waits while a buy is in doubt,
 * and where a buy was refused until the user sends it all the same. One pure reducer; basket-run.ts does what its stage says.
 */

import { underlyingOf } from "#contract/domain/instruments.ts";

import { type OrderSide, protectedLimit } from "#contract/domain/orders/prices.ts";
import { BATCH_SIZE } from "#contract/domain/orders/split.ts";
import type { BookOrderBody, Outcome } from "#contract/wire/http/order-bodies.ts";
import { answered, booked, type Child, isAwaited, isDoubted, isSettled, lost, waitingChild } from "../child.ts";
import { changeDraft, type Draft, type DraftAction, isBlocked, type TicketRules } from "../draft.ts";
import { itemsOf } from "../item.ts";
import { nameOfSent } from "../order-name.ts";
import { callsOf } from "../send.ts";

/** How long after the last buy the sells follow. */
export const SELLS_AFTER_MS = 1000;

export interface BasketLeg {
  readonly id: string;
  readonly draft: Draft;
  readonly rules: TicketRules;
  readonly children: readonly Child[];
}

/** fill: legs are chosen. buys, sells: they are being sent. pause: the second between them. asks: a buy was refused. */
export type BasketStage = "fill" | "buys" | "pause" | "asks" | "sells" | "done";

export interface BasketState {
  readonly legs: readonly BasketLeg[];
  readonly stage: BasketStage;
  readonly press: string;
}

export type BasketAction =
  | { readonly type: "add"; readonly id: string; readonly draft: Draft; readonly rules: TicketRules }
  | { readonly type: "remove"; readonly id: string }
  | { readonly type: "edit"; readonly id: string; readonly action: DraftAction }
  | { readonly type: "submit"; readonly press: string }
  /** The step that was under way is over. */
  | { readonly type: "over"; readonly stage: "buys" | "pause" | "sells" }
  | { readonly type: "sell anyway" }
  /** The sells that wait are not sent. */
  | { readonly type: "drop" }
  /** The broker session is over, and nothing more of the press is sent. */
  | { readonly type: "ended" }
  /** Of the side that is being sent, by place among its children. */
  | { readonly type: "sending"; readonly from: number; readonly count: number }
  | { readonly type: "answers"; readonly from: number; readonly outcomes: readonly Outcome[] }
  | { readonly type: "lost"; readonly from: number; readonly count: number }
  /** The broker's order book was read. */
  | { readonly type: "book"; readonly orders: readonly BookOrderBody[] }
  | { readonly type: "clear" };

export const emptyBasket = (): BasketState => ({ legs: [], stage: "fill", press: "" });

/** With the legs as the sheet lists them: each is made with its first price, and prices come as they like. */
export const inOrder = (state: BasketState, ids: readonly string[]): BasketState => ({
  ...state,
  legs: ids.flatMap((id) => state.legs.find((leg) => leg.id === id) ?? []),
});

/** Whether a press is being sent, or asks what becomes of its sells. */
export const isUnderWay = (stage: BasketStage): stage is Exclude<BasketStage, "fill" | "done"> =>
  stage !== "fill" && stage !== "done";

/** Whether nothing is under way: legs may be added, changed and sent. */
export const isFilling = ({ stage }: BasketState): boolean => stage === "fill";

export function reduceBasket(state: BasketState, action: BasketAction): BasketState {
  switch (action.type) {
    case "add":
      return isFilling(state)
        ? { ...state, legs: [...state.legs, { id: action.id, draft: action.draft, rules: action.rules, children: [] }] }
        : state;
    case "remove":
      return isFilling(state) ? { ...state, legs: state.legs.filter(({ id }) => id !== action.id) } : state;
    case "edit":
      return isFilling(state) || action.action.type === "quote" || action.action.type === "bases"
        ? edited(state, action.id, action.action)
        : state;
    case "submit":
      return canSubmit(state) ? submit(state, action.press) : state;
    case "over":
      return state.stage === action.stage ? { ...state, stage: after(state) } : state;
    case "sell anyway":
      return state.stage === "asks" ? { ...state, stage: "sells" } : state;
    case "drop":
      return isUnderWay(state.stage) && state.stage !== "sells"
        ? { ...dropWaiting(state, -1), stage: state.stage === "buys" ? "buys" : "done" }
        : state;
    case "ended":
      return isUnderWay(state.stage) ? { ...dropWaiting(state), stage: "done" } : state;
    case "sending":
      return withChildren(state, action.from, action.count, (child) => ({ ...child, state: "sending" }));
    case "answers":
      return withChildren(state, action.from, action.outcomes.length, (child, i) => {
        const outcome = action.outcomes[i];
        return outcome ? answered(child, outcome) : child;
      });
    case "lost":
      return withChildren(state, action.from, action.count, lost);
    case "book":
      return afterBook(state, new Map(action.orders.map((order) => [order.id, order])));
    case "clear":
      return state.stage === "done" && isSettled(state.legs.flatMap(({ children }) => children))
        ? emptyBasket()
        : state;
  }
}

export const canSubmit = (state: BasketState): boolean =>
  isFilling(state) && state.legs.length > 0 && !state.legs.some(({ draft }) => isBlocked(draft));

/** What would be sent, as text: a basket is confirmed as it was looked at. '' where it cannot be sent. */
export const signatureOf = (state: BasketState): string =>
  canSubmit(state) ? JSON.stringify(state.legs.map(({ draft }) => itemsOf(draft))) : "";

function edited(state: BasketState, id: string, action: DraftAction): BasketState {
  const legs = state.legs.map((leg) =>
    leg.id === id ? { ...leg, draft: changeDraft(leg.draft, action, leg.rules) } : leg,
  );
  return { ...state, legs };
}

function submit(state: BasketState, press: string): BasketState {
  const legs = state.legs.map((leg) => ({ ...leg, children: itemsOf(leg.draft).map(waitingChild) }));
  return { ...state, legs, press, stage: legs.some(({ draft }) => draft.side === 1) ? "buys" : "sells" };
}

function after(state: BasketState): BasketStage {
  if (!sellsWait(state)) return "done";
  if (isBuyRefused(state.legs)) return "asks";
  return state.stage === "pause" ? "sells" : "pause";
}

/** Whether there are sells, and none of them has gone yet. */
export const sellsWait = ({ stage, legs }: BasketState): boolean =>
  stage !== "sells" && childrenOf(legs, -1).some(({ state }) => state === "waiting");

const isBuyRefused = (legs: readonly BasketLeg[]): boolean =>
  childrenOf(legs, 1).some(({ state }) => state === "rejected");

/** A buy that was taken and rejected after all holds the sells back, where they still wait. */
function afterBook(state: BasketState, orders: ReadonlyMap<string, BookOrderBody>): BasketState {
  const legs = state.legs.map((leg) => {
    const children = leg.children.map((child) => booked(child, orders));
    return children.some((child, i) => child !== leg.children[i]) ? { ...leg, children } : leg;
  });
  if (legs.every((leg, i) => leg === state.legs[i])) return state;
  return { ...state, legs, stage: state.stage === "pause" && isBuyRefused(legs) ? "asks" : state.stage };
}

/** Whether the broker's book may say more of what was placed. */
export const awaitsBook = ({ legs }: BasketState): boolean => legs.some(({ children }) => children.some(isAwaited));

/** Changes the children that are meant. */
const withAll = (state: BasketState, isMeant: (child: Child) => boolean, change: Partial<Child>): BasketState => ({
  ...state,
  legs: state.legs.map((leg) => ({
    ...leg,
    children: leg.children.map((child) => (isMeant(child) ? { ...child, ...change } : child)),
  })),
});

/** Whether an order was sent, and nobody knows what became of it. */
export const isInDoubt = ({ legs }: Pick<BasketState, "legs">): boolean =>
  legs.some(({ children }) => children.some(({ state }) => state === "unknown"));

/** @param side absent: both */
const dropWaiting = (state: BasketState, side?: OrderSide): BasketState =>
  withAll(state, ({ state, item }) => state === "waiting" && item.side === (side ?? item.side), { state: "dropped" });

const childrenOf = (legs: readonly BasketLeg[], side: OrderSide): readonly Child[] =>
  legs.filter(({ draft }) => draft.side === side).flatMap(({ children }) => children);

/** The children that are being sent, or are to be. */
export interface BasketPart {
  readonly children: readonly Child[];
  /** The leg of each child. */
  readonly legIds: readonly string[];
  /** What its order is called: {@link nameOfSent}. */
  readonly names: readonly string[];
  /** Number of the part's first call within the press. */
  readonly firstBatch: number;
}

/** The buys of a press, or its sells: their calls are counted on from those of the buys. */
export function partOf({ legs }: BasketState, stage: "buys" | "sells"): BasketPart {
  const side = stage === "buys" ? 1 : -1;
  const own = legs.filter(({ draft }) => draft.side === side);
  return {
    children: childrenOf(legs, side),
    legIds: own.flatMap(({ id, children }) => children.map(() => id)),
    names: own.flatMap((leg) => leg.children.map(() => nameOfSent(leg))),
    firstBatch: stage === "buys" ? 0 : callsOf(childrenOf(legs, 1).length),
  };
}

/** Of what the server itself does not know of these orders: the numbers of its calls, and the places within those. */
export const doubtedOf = (state: BasketState, listed: readonly string[]) =>
  (["buys", "sells"] as const).flatMap((stage) => {
    const { children, names, firstBatch } = partOf(state, stage);
    return children.flatMap((child, place) =>
      isDoubted(child) && listed.includes(names[place] ?? "")
        ? [{ batch: firstBatch + Math.floor(place / BATCH_SIZE), item: place % BATCH_SIZE }]
        : [],
    );
  });

/** Changes children of the side that is being sent: places count over its legs in their order. */
function withChildren(
  state: BasketState,
  from: number,
  count: number,
  change: (child: Child, i: number) => Child,
): BasketState {
  const side = state.stage === "sells" ? -1 : 1;
  let place = 0;
  const legs = state.legs.map((leg) => {
    if (leg.draft.side !== side) return leg;
    const children = leg.children.map((child) => {
      const i = place++ - from;
      return i >= 0 && i < count ? change(child, i) : child;
    });
    return { ...leg, children };
  });
  return { ...state, legs };
}

/** What the legs cost together at their prices, rupees: paid where positive. NaN where a price is not known. */
export function netPremium({ legs }: BasketState): number {
  let sum = 0;
  for (const { draft } of legs) {
    const { side, qty, symbolName, cepe } = draft;
    if (cepe === "FUT") continue;
    sum += side * priceOf(draft) * qty * underlyingOf(symbolName).multiplier;
  }
  return sum;
}

/** What has traded of a basket. */
export interface Held {
  /** Units that each leg has by now, bought positive; NaN where the book does not say how much. */
  readonly now: readonly number[];
  /** Units that each leg has if what is in doubt has traded whole; 0 where nothing is. */
  readonly ifFilled: readonly number[];
  /** Rupees paid for all of it so far; received where negative. Futures count nothing. */
  readonly paid: number;
}

export function heldOf({ legs }: Pick<BasketState, "legs">): Held {
  let paid = 0;
  const now = legs.map(({ draft: { side, symbolName, cepe }, children }) => {
    let sum = 0;
    for (const { fill } of children) {
      if (fill === undefined) continue;
      sum += side * fill.qty;
      if (cepe !== "FUT") paid += side * fill.qty * fill.price * underlyingOf(symbolName).multiplier;
    }
    return sum;
  });
  const ifFilled = legs.map(({ draft: { side }, children }) =>
    children.reduce((sum, { state, item }) => sum + (state === "unknown" ? side * item.qty : 0), 0),
  );
  return { now, ifFilled, paid };
}

/** At what a leg goes: its limit, or the protected limit of a market order. */
export function priceOf({ type, limitPrice, side, ltp, tick }: Draft): number {
  return type === "Market" ? (protectedLimit(side, ltp, tick) ?? Number.NaN) : limitPrice;
}
