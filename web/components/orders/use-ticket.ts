import { useAtomValue } from "jotai";
import { type Dispatch, useEffect, useReducer, useRef } from "react";
import { brokerSessionAtom } from "../../state/account/broker.ts";
import { newPress } from "../../state/orders/calls.ts";
import { type Draft, newDraft, type TicketContract, type TicketRules } from "../../state/orders/draft.ts";
import { editDraft, modifyBody } from "../../state/orders/edit.ts";
import { type SendListener, sendPress } from "../../state/orders/send.ts";
import { sendChange } from "../../state/orders/send-change.ts";
import { openTicket, reduceTicket, type TicketAction, type TicketState } from "../../state/orders/ticket.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import type { Snapshot } from "../quote/snapshot.ts";
import type { TicketSource } from "./ticket-source.ts";
import { needsLook } from "./ticket-words.ts";
import { useSending } from "./use-sending.ts";

interface TicketControl {
  readonly state: TicketState;
  readonly dispatch: Dispatch<TicketAction>;
  /** The first press. @param age of the price, milliseconds */
  readonly submit: (age: number) => void;
  /** The second. */
  readonly confirm: () => void;
  readonly isPractice: boolean;
}

/** The ticket's state: it follows the market, and sends what was pressed, each press once. */
export function useTicket(
  source: TicketSource,
  contract: TicketContract,
  rules: TicketRules,
  { snapshot }: PaneState<Snapshot>,
): TicketControl {
  const session = useAtomValue(brokerSessionAtom);
  const isPractice = session?.isPractice === true;
  const [state, dispatch] = useReducer(reduceTicket, undefined, () => {
    const quote = snapshot ?? NO_QUOTE;
    const draft: Draft =
      source.kind === "edit"
        ? editDraft(source.order, contract, quote, rules)
        : newDraft(contract, source.side, quote, rules, source.start);
    return openTicket(draft, rules);
  });
  useEffect(() => {
    if (snapshot) dispatch({ type: "quote", quote: snapshot });
  }, [snapshot]);
  const { base, delta } = snapshot ?? NO_QUOTE;
  useEffect(() => {
    if (!Number.isNaN(base)) dispatch({ type: "bases", m: [base, delta] });
  }, [base, delta]);
  useSend(source, state, dispatch);
  return {
    state,
    dispatch,
    isPractice,
    submit: (age) => dispatch({ type: "submit", press: newPress(), asks: !isPractice || needsLook(state.draft, age) }),
    confirm: () => dispatch({ type: "confirm", press: newPress() }),
  };
}

const NO_QUOTE = {
  ltp: Number.NaN,
  previousClose: Number.NaN,
  spot: Number.NaN,
  previousSpot: Number.NaN,
  base: Number.NaN,
  delta: Number.NaN,
};

/** Sends a press when the reducer has let it through; a press that was sent is never sent again. */
function useSend(
  source: TicketSource,
  { press, draft, children }: TicketState,
  dispatch: Dispatch<TicketAction>,
): void {
  const { calls, deps } = useSending();
  const sent = useRef("");
  useEffect(() => {
    if (press === "" || sent.current === press) return;
    sent.current = press;
    const listener: SendListener = {
      sending: (from, count) => dispatch({ type: "sending", from, count }),
      answers: (from, outcomes) => dispatch({ type: "answers", from, outcomes }),
      lost: (from, count) => dispatch({ type: "lost", from, count }),
    };
    const items = children.map(({ item }) => item);
    if (source.kind === "edit")
      void sendChange(deps, () => calls.modify(modifyBody(draft, source.order), press), press, listener);
    else void sendPress(deps, { key: press, items, from: 0, firstBatch: 0 }, listener);
  }, [press, draft, children, source, calls, deps, dispatch]);
}
