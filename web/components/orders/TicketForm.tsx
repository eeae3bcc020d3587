import { useAtomValue } from "jotai";
import { type ReactNode, useEffect } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { connectedBrokerAtom, limitsMarketAtom } from "../../state/account/connected-broker.ts";
import { paneDayAtom } from "../../state/clock/day.ts";
import { NO_BROKER } from "../../state/orders/calls.ts";
import { type Child, countOf, isSettled, readingWords, resultWords } from "../../state/orders/child.ts";
import { isBlocked, marginOf, type TicketContract, type TicketRules } from "../../state/orders/draft.ts";
import { guardWords, heldBack } from "../../state/orders/guards.ts";
import type { TicketState } from "../../state/orders/ticket.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { Button } from "../controls/Button.tsx";
import { Dialog } from "../overlays/Dialog.tsx";
import type { Snapshot } from "../quote/snapshot.ts";
import { toasts } from "../toasts/toasts.ts";
import { sayOutcome } from "./left-open.ts";
import { draftMessage, type Message, Messages, noteMessage, resultMessage } from "./Messages.tsx";
import { Money } from "./Money.tsx";
import styles from "./orders.module.css";
import { PracticeBand } from "./PracticeBand.tsx";
import { Review } from "./Review.tsx";
import { SendButton } from "./SendButton.tsx";
import { TicketFields } from "./TicketFields.tsx";
import { TicketHead } from "./TicketHead.tsx";
import type { TicketSource } from "./ticket-source.ts";
import { moneyWords, notesOf, orderWords, PAST_DAY } from "./ticket-words.ts";
import { useGuards } from "./use-guards.ts";
import { useAge } from "./use-quote.ts";
import { useSymbolReset } from "./use-symbol-reset.ts";
import { useTicket } from "./use-ticket.ts";

interface TicketFormProps {
  readonly source: TicketSource;
  readonly contract: TicketContract;
  readonly rules: TicketRules;
  readonly quote: PaneState<Snapshot>;
  readonly onGtt: (() => void) | undefined;
  readonly onClose: () => void;
}

/** How long the answer stands before the ticket closes, or the fields come back. */
const READ_MS = 2500;

/** Fields, the review, the answers. */
export function TicketForm({ source, contract, rules, quote, onGtt, onClose }: TicketFormProps): ReactNode {
  const { state, dispatch, submit, confirm, takeBack, isPractice } = useTicket(source, contract, rules, quote);
  const { draft, stage, children } = state;
  const { multiplier } = underlyingOf(draft.symbolName);
  const age = useAge(quote.frameAt);
  const broker = useAtomValue(connectedBrokerAtom);
  const limitsMarket = useAtomValue(limitsMarketAtom);
  const isPast = useAtomValue(paneDayAtom) !== undefined;
  const guards = useGuards();
  const sized = { ...draft, multiplier };
  const guarded = rules.isEdit ? undefined : heldBack(guards, isPractice, sized);
  const held = broker === undefined ? NO_BROKER : guarded;
  const guard = rules.isEdit ? "" : guardWords(guards, isPractice, sized);
  const isAnswered = stage === "sent" && isSettled(children);
  const isDone = isAnswered && countOf(children, "placed") === children.length;

  useEffect(() => {
    if (!isAnswered) return;
    const timer = setTimeout(() => (isDone ? onClose() : dispatch({ type: "clear" })), READ_MS);
    return () => clearTimeout(timer);
  }, [isAnswered, isDone, onClose, dispatch]);

  const tone = draft.side === 1 ? "buy" : "sell";
  const words = orderWords(draft.side, contract);
  useEffect(() => {
    if (isAnswered && children.some(({ wasInDoubt }) => wasInDoubt)) sayOutcome(toasts, words, children);
  }, [isAnswered, children, words]);

  /** While a call is under way, only its answer ends it; what is in doubt is resolved by the server, shown or not. */
  const waits = countOf(children, "waiting") > 0;
  const isUnderWay = waits || countOf(children, "sending") > 0;
  const close = (): void => {
    if (!isUnderWay) onClose();
  };
  // An order of the book is edited on the dashboard, which is of no symbol.
  useSymbolReset(isUnderWay || rules.isEdit, close);
  const snapshot = quote.snapshot;
  return (
    <Dialog
      open
      title={rules.isEdit ? `Edit the order: ${words}` : words}
      heading={
        <TicketHead
          contract={contract}
          draft={draft}
          previousClose={snapshot?.previousClose ?? Number.NaN}
          onFlip={rules.isEdit ? undefined : () => dispatch({ type: "flip" })}
          isLocked={stage !== "fill"}
        />
      }
      tone={tone}
      width={rules.isEdit ? "edit" : 520}
      onClose={close}
      footer={
        <>
          <p className={styles["margin"]}>
            <span>Margin Required :</span> <b>{moneyWords(marginOf(draft))}</b>
            {guard === "" ? undefined : <small className={styles["guard"]}>{guard}</small>}
          </p>
          {/* The market may be elsewhere when the doubt is over. */}
          {waits && countOf(children, "unknown") > 0 ? (
            <Button onClick={takeBack}>Do not send the rest</Button>
          ) : undefined}
          {stage === "review" ? (
            <Button onClick={() => dispatch({ type: "back" })}>Back</Button>
          ) : (
            <Button onClick={close} disabled={isUnderWay} {...(isUnderWay && { title: "The order is on its way" })}>
              {stage === "sent" ? "Close" : "Cancel"}
            </Button>
          )}
          <SendButton
            className={styles["submit"]}
            data-side={tone}
            disabled={stage === "sent" || isBlocked(draft) || isPast || held !== undefined}
            {...titleOf(stage, isBlocked(draft) || held !== undefined, isPast)}
            onClick={() => (stage === "review" ? confirm() : submit(age))}
          >
            {stage === "review" ? `Confirm ${tone.toUpperCase()} ${draft.qty}` : "Submit"}
          </SendButton>
        </>
      }
    >
      <div className={styles["ticket"]}>
        {isPractice ? <PracticeBand /> : undefined}
        <TicketFields
          draft={draft}
          rules={rules}
          isLocked={stage !== "fill"}
          depth={snapshot ?? NO_DEPTH}
          onChange={dispatch}
          onGtt={onGtt}
        />
        {rules.isEdit ? undefined : <Money drafts={[draft]} />}
        {stage === "review" ? <Review contract={contract} state={state} /> : undefined}
        <Messages messages={messagesOf(state, age, isPast ? PAST_DAY : held, { ...broker, limitsMarket })} />
      </div>
    </Dialog>
  );
}

const NO_DEPTH = { bid: Number.NaN, bidQty: Number.NaN, ask: Number.NaN, askQty: Number.NaN };

function titleOf(stage: TicketState["stage"], isWrong: boolean, isPast: boolean): { readonly title?: string } {
  if (stage === "sent") return { title: "The order is sent" };
  if (isPast) return { title: PAST_DAY };
  return isWrong ? { title: "A warning stands" } : {};
}

/** @param held why nothing is sent now, whatever the order is */
function messagesOf(
  state: TicketState,
  age: number,
  held: string | undefined,
  { listsRejections = false, limitsMarket }: { readonly listsRejections?: boolean; readonly limitsMarket: boolean },
): readonly Message[] {
  const { stage, draft, children, rules } = state;
  if (stage === "sent") return answersOf(children, rules.isEdit, listsRejections);
  return [
    ...(held === undefined ? [] : [{ text: held, tone: "warning" as const }]),
    ...draft.message.map(draftMessage),
    ...notesOf(draft, age, limitsMarket).map(noteMessage),
  ];
}

function answersOf(children: readonly Child[], isEdit: boolean, listsRejections: boolean): readonly Message[] {
  const words = resultWords(children, listsRejections).map(resultMessage);
  const waiting = countOf(children, "sending") + countOf(children, "waiting");
  const sending: readonly Message[] =
    waiting > 0 ? [{ text: isEdit ? "Changing the order…" : `Sending x ${waiting}`, tone: "info" }] : [];
  const doubt: readonly Message[] =
    countOf(children, "unknown") > 0
      ? [{ text: `The broker has not answered: it may have gone through. ${readingWords(children)}`, tone: "info" }]
      : [];
  return [...sending, ...words, ...doubt];
}
