import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import { dayWords } from "#contract/domain/date-words.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { type GttRules, gttNotes } from "#contract/domain/orders/gtt.ts";
import { lotsPerOrder } from "#contract/domain/reference/lots.ts";
import { brokerSessionAtom } from "../../state/account/broker.ts";
import { paneDayAtom } from "../../state/clock/day.ts";
import { orderName, type TicketContract } from "../../state/orders/draft.ts";
import { heldBack } from "../../state/orders/guards.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { Button } from "../controls/Button.tsx";
import { Dialog } from "../overlays/Dialog.tsx";
import { useLateClose } from "../overlays/use-late-close.ts";
import type { Snapshot } from "../quote/snapshot.ts";
import { toasts } from "../toasts/toasts.ts";
import { GttFields } from "./GttFields.tsx";
import { draftFaults, flipped, gttDraft, gttTerms, legsOf, PLACES } from "./gtt-draft.ts";
import { gttWords } from "./gtt-words.ts";
import { draftMessage, Messages, noteMessage } from "./Messages.tsx";
import styles from "./orders.module.css";
import { PracticeBand } from "./PracticeBand.tsx";
import { SendButton } from "./SendButton.tsx";
import { TicketHead } from "./TicketHead.tsx";
import type { TicketSource } from "./ticket-source.ts";
import { orderWords, PAST_DAY } from "./ticket-words.ts";
import { useGuards } from "./use-guards.ts";
import { useSymbolReset } from "./use-symbol-reset.ts";
import { useWrite } from "./use-write.ts";

interface GttFormProps {
  readonly source: Extract<TicketSource, { readonly kind: "new" }>;
  readonly contract: TicketContract;
  /** The broker's. */
  readonly rules: GttRules;
  readonly quote: PaneState<Snapshot>;
  /** To an order that is sent now. */
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** An order that waits at the broker until a price is reached, from its first field to the press that sends it. */
export function GttForm({ source, contract, rules, quote, onBack, onClose }: GttFormProps): ReactNode {
  const { gtt, start } = source;
  const isClosing = gtt === true;
  const kept = isClosing ? undefined : gtt;
  const { symbol, lot, tick, freeze } = contract;
  const { ltp = Number.NaN, previousClose = Number.NaN } = quote.snapshot ?? {};
  const market = { ltp, lot, tick, largest: lotsPerOrder(freeze, lot) * lot };
  const [draft, setDraft] = useState(() =>
    gttDraft(source.side, kept?.qty ?? Math.min(start?.qty ?? lot, market.largest), kept?.legs ?? [], ltp),
  );
  const [places] = useState(() => (kept ? PLACES.filter((place) => draft[place].trigger > 0) : PLACES));
  const [isReview, setIsReview] = useState(false);
  const isPractice = useAtomValue(brokerSessionAtom)?.isPractice === true;
  const isPast = useAtomValue(paneDayAtom) !== undefined;
  const write = useWrite();
  const closeLate = useLateClose(onClose);
  const guards = useGuards();
  const legs = legsOf(draft);
  const dearest = Math.max(0, ...legs.map(({ limit }) => limit));
  const sized = { qty: draft.qty, lot, ltp, type: "Limit", limitPrice: dearest } as const;
  const { multiplier } = underlyingOf(symbol);
  const held = isPast ? PAST_DAY : kept ? undefined : heldBack(guards, isPractice, { ...sized, multiplier });
  const warnings = held === undefined ? draftFaults(draft, market, rules) : [held];
  const close = (): void => {
    if (!write.isBusy) onClose();
  };
  useSymbolReset(write.isBusy || kept !== undefined, close);

  async function send(): Promise<void> {
    const terms = gttTerms(draft);
    const productType = rules.products.includes("MARGIN") ? "MARGIN" : "INTRADAY";
    const item = { ...terms, side: draft.side, productType, symbol: orderName(contract) } as const;
    const outcome = await write.ask((calls, press) =>
      kept ? calls.modifyGtt({ data: { id: kept.id, ...terms } }, press) : calls.placeGtt({ data: item }, press),
    );
    if (outcome === "done") toasts.show({ message: kept ? "GTT changed" : "GTT placed", type: "success" });
    // What nobody knows of must not be pressed again: the list shows what became of it.
    if (outcome === "refused") setIsReview(false);
    else closeLate();
  }

  const tone = draft.side === 1 ? "buy" : "sell";
  const words = orderWords(draft.side, contract);
  const isWrong = warnings.length > 0;
  return (
    <Dialog
      open
      title={`${kept ? "Change the GTT" : "GTT"}: ${words}`}
      heading={
        <TicketHead
          contract={contract}
          draft={{ side: draft.side, ltp, lot, symbolName: symbol }}
          previousClose={previousClose}
          onFlip={kept || isClosing ? undefined : () => setDraft(flipped(draft, tick))}
          isLocked={isReview}
        />
      }
      tone={tone}
      width={520}
      onClose={close}
      footer={
        <>
          <Button onClick={isReview ? () => setIsReview(false) : close} disabled={write.isBusy}>
            {isReview ? "Back" : "Cancel"}
          </Button>
          <SendButton
            className={styles["submit"]}
            data-side={tone}
            disabled={isWrong || legs.length === 0}
            title={isWrong ? "A warning stands" : legs.length === 0 ? "Fill in a price to wait for" : undefined}
            onClick={() => (isPractice || isReview ? void send() : setIsReview(true))}
          >
            {isReview ? `Confirm ${tone.toUpperCase()} ${draft.qty}` : "Submit"}
          </SendButton>
        </>
      }
    >
      <div className={styles["ticket"]}>
        {isPractice ? <PracticeBand /> : undefined}
        <GttFields
          {...{ draft, market, symbol, places, isLocked: isReview, onChange: setDraft }}
          isClosing={isClosing || kept?.legs.length === 2}
          onBack={kept ? undefined : onBack}
        />
        {isReview ? (
          <div className={styles["review"]} data-side={tone} aria-live="polite">
            <p className={styles["quiet"]}>Confirm, second press of two. The fields are locked; Back unlocks them.</p>
            <p className={styles["reviewed"]}>{gttWords({ ...draft, legs }, words, symbol)}</p>
          </div>
        ) : undefined}
        <Messages
          messages={[
            ...warnings.map(draftMessage),
            ...gttNotes({ side: draft.side, legs }).map(noteMessage),
            noteMessage(`Your broker keeps it until ${dayWords(contract.expiry)}. ${WORKS}`),
          ]}
        />
      </div>
    </Dialog>
  );
}

const WORKS = "When a price is reached it sends the limit order; of two, the first ends the other.";
