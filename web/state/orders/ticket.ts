/**
 * The ticket from its opening to the last answer: one pure reducer. Filling in, then (for real money, and where the user
 * wants it) a review that a second press confirms, then the children and what becomes of them.
 */
import { ticksBetween } from "#contract/domain/orders/prices.ts";
import { MOST_UNASKED } from "#contract/domain/orders/split.ts";
import { qty } from "#contract/domain/units.ts";
import type { Outcome } from "#contract/wire/http/order-bodies.ts";
import { answered, type Child, isSettled, lost, waitingChild } from "./child.ts";
import { changeDraft, type Draft, type DraftAction, isBlocked, type TicketRules } from "./draft.ts";
import { itemsOf } from "./item.ts";
import { isRefused } from "./under-way.ts";

export type TicketStage = "fill" | "review" | "sent";

export interface TicketState {
  readonly draft: Draft;
  readonly rules: TicketRules;
  readonly stage: TicketStage;
  /** Last price at the press that is reviewed. */
  readonly reviewedAt: number;
  /** Last price at the press before, where it had moved too far to be confirmed; else NaN. */
  readonly movedFrom: number;
  /** Tells this press from every other: a second click sends nothing. '' before the first. */
  readonly press: string;
  readonly children: readonly Child[];
}

/** A press in a moment at which nothing may be sent is not made: the view disables the button, and says why. */
export type TicketAction =
  | DraftAction
  /** @param asks the order is reviewed before it is sent */
  | { readonly type: "submit"; readonly press: string; readonly asks: boolean }
  | { readonly type: "confirm"; readonly press: string }
  | { readonly type: "back" }
  | { readonly type: "sending"; readonly from: number; readonly count: number }
  | { readonly type: "answers"; readonly from: number; readonly outcomes: readonly Outcome[] }
  | { readonly type: "lost"; readonly from: number; readonly count: number }
  /** What has not gone yet is not sent. */
  | { readonly type: "drop" }
  /** The messages have been read: another order may be sent. */
  | { readonly type: "clear" };

/** A price that moved further than so many ticks since the first press is looked at again. */
const MOST_MOVED_TICKS = 3;

export const openTicket = (draft: Draft, rules: TicketRules): TicketState => ({
  draft,
  rules,
  stage: "fill",
  reviewedAt: Number.NaN,
  movedFrom: Number.NaN,
  press: "",
  children: [],
});

export function reduceTicket(state: TicketState, action: TicketAction): TicketState {
  switch (action.type) {
    case "submit":
      return state.stage !== "fill" || isBlocked(state.draft) ? state : submit(state, action.press, action.asks);
    case "confirm":
      return state.stage === "review" ? confirm(state, action.press) : state;
    case "back":
      return state.stage === "review" ? { ...state, stage: "fill", movedFrom: Number.NaN } : state;
    case "sending":
      return withChildren(state, action.from, action.count, (child) => ({ ...child, state: "sending" }));
    case "answers":
      return withChildren(state, action.from, action.outcomes.length, (child, i) => {
        const outcome = action.outcomes[i];
        return outcome ? answered(child, outcome) : child;
      });
    case "lost":
      return withChildren(state, action.from, action.count, lost);
    case "drop":
      return withChildren(state, 0, state.children.length, (child) =>
        child.state === "waiting" ? { ...child, state: "dropped" } : child,
      );
    case "clear":
      return state.stage === "sent" && isSettled(state.children) ? cleared(state) : state;
    case "quote":
    case "bases":
      return edited(state, action);
    default:
      // Fields are locked from the first press on.
      return state.stage === "fill" ? edited(state, action) : state;
  }
}

const edited = (state: TicketState, action: DraftAction): TicketState => {
  const draft = changeDraft(state.draft, action, state.rules);
  return draft === state.draft ? state : { ...state, draft };
};

/** The next press sends what was rejected or taken back, and nothing that was placed a second time. */
function cleared(state: TicketState): TicketState {
  const left = state.children.filter(isRefused).reduce((sum, { item }) => sum + item.qty, 0);
  const fill: TicketState = { ...state, stage: "fill", children: [] };
  return state.rules.isEdit || left === 0 ? fill : edited(fill, { type: "number", field: "qty", value: left });
}

/** An edited order stays one: it is not cut. */
const childrenOf = ({ draft, rules }: TicketState): readonly Child[] =>
  itemsOf(rules.isEdit ? { ...draft, qtyfreeze: qty(draft.qty) } : draft).map(waitingChild);

function submit(state: TicketState, press: string, asks: boolean): TicketState {
  const children = childrenOf(state);
  if (asks || children.length > MOST_UNASKED)
    return { ...state, stage: "review", reviewedAt: state.draft.ltp, movedFrom: Number.NaN };
  return { ...state, stage: "sent", press, children };
}

/** The order is sent as it was reviewed, unless the market has left that price, or a warning has come up since. */
function confirm(state: TicketState, press: string): TicketState {
  const { draft, reviewedAt } = state;
  if (isBlocked(draft)) return { ...state, stage: "fill" };
  if (hasMoved(draft, reviewedAt)) return { ...state, reviewedAt: draft.ltp, movedFrom: reviewedAt };
  return { ...state, stage: "sent", press, children: childrenOf(state) };
}

/** Whether the last price left the reviewed one by more than three ticks. */
const hasMoved = ({ tick, ltp }: Draft, reviewedAt: number): boolean =>
  Number.isNaN(ltp) !== Number.isNaN(reviewedAt) || ticksBetween(ltp, reviewedAt, tick) > MOST_MOVED_TICKS;

function withChildren(
  state: TicketState,
  from: number,
  count: number,
  change: (child: Child, i: number) => Child,
): TicketState {
  const children = state.children.map((child, i) => (i >= from && i < from + count ? change(child, i - from) : child));
  return { ...state, children };
}

/** All of it is placed: the ticket may close. */
export const isPlaced = ({ stage, children }: TicketState): boolean =>
  stage === "sent" && children.length > 0 && children.every(({ state }) => state === "placed");
