import { useAtomValue, useStore } from "jotai";
import { type Dispatch, useEffect, useReducer, useRef } from "react";
import { brokerSessionAtom } from "../../state/account/broker.ts";
import { createBrokerCalls, newPress } from "../../state/orders/calls.ts";
import { countOf } from "../../state/orders/child.ts";
import { type Draft, newDraft, type TicketContract, type TicketRules } from "../../state/orders/draft.ts";
import { editDraft, modifyBody } from "../../state/orders/edit.ts";
import { pressDeps } from "../../state/orders/press-deps.ts";
import { type SendListener, sendPress } from "../../state/orders/send.ts";
import { sendChange } from "../../state/orders/send-change.ts";
import { openTicket, reduceTicket, type TicketAction, type TicketState } from "../../state/orders/ticket.ts";
import { askBeforeLeaving } from "../../state/orders/under-way.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import type { Snapshot } from "../quote/snapshot.ts";
import { toasts } from "../toasts/toasts.ts";
import { followLeftOpen, type SentPress } from "./left-open.ts";
import type { TicketSource } from "./ticket-source.ts";
import { needsLook, orderWords } from "./ticket-words.ts";

interface TicketControl {
  readonly state: TicketState;
  readonly dispatch: Dispatch<TicketAction>;
  /** The first press. @param age of the price, milliseconds */
  readonly submit: (age: number) => void;
  /** The second. */
  readonly confirm: () => void;
  /** What waits of a press, as long as a part of it is in doubt, is not sent. */
  readonly takeBack: () => void;
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
  const takeBack = useSend(source, orderWords(state.draft.side, contract), state, dispatch);
  return {
    state,
    dispatch,
    takeBack,
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

/**
 * Sends a press when the reducer has let it through; a press that was sent is never sent again. It goes on when the ticket
 * goes, by whatever way: then a toast says what becomes of it.
 * @returns takes back what waits of it
 */
function useSend(
  source: TicketSource,
  order: string,
  state: TicketState,
  dispatch: Dispatch<TicketAction>,
): () => void {
  const store = useStore();
  const pressed = useRef("");
  const sent = useRef<SentPress & { readonly drop: () => void }>(undefined);
  useEffect(() => {
    const { press, draft, children, stage } = state;
    // Its answers have been read.
    if (stage !== "sent") sent.current = undefined;
    if (press === "" || pressed.current === press) return;
    pressed.current = press;
    let now = state;
    const act = (action: TicketAction): void => {
      now = reduceTicket(now, action);
      dispatch(action);
    };
    const listener: SendListener = {
      sending: (from, count) => act({ type: "sending", from, count }),
      answers: (from, outcomes) => act({ type: "answers", from, outcomes }),
      lost: (from, count) => act({ type: "lost", from, count }),
    };
    const calls = createBrokerCalls(store);
    const deps = pressDeps(store, calls);
    const items = children.map(({ item }) => item);
    const isTakenBack = (): boolean => countOf(now.children, "dropped") > 0;
    const over =
      source.kind === "edit"
        ? sendChange(deps, () => calls.modify(modifyBody(draft, source.order), press), press, listener)
        : sendPress(deps, { key: press, items, from: 0, firstBatch: 0, isTakenBack }, listener);
    void over.finally(askBeforeLeaving()).finally(deps.end);
    sent.current = { order, over, children: () => now.children, drop: () => act({ type: "drop" }) };
  }, [store, source, order, state, dispatch]);
  useEffect(
    () => () => {
      if (sent.current) void followLeftOpen(toasts, sent.current);
    },
    [],
  );
  return () => sent.current?.drop();
}
