import { useAtomValue } from "jotai";
import { type ReactNode, Suspense, useMemo, useRef, useState } from "react";
import { STOP } from "#contract/domain/orders/order.ts";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { liveListAtom } from "../../state/clock/day.ts";
import { listedTerms } from "../../state/orders/contract-terms.ts";
import { asQty, type TicketContract, type TicketRules } from "../../state/orders/draft.ts";
import type { PaneElement, PaneState } from "../../state/pane/pane.ts";
import { Button } from "../controls/Button.tsx";
import { lazyPart } from "../lazy-part.ts";
import { Dialog } from "../overlays/Dialog.tsx";
import type { Snapshot } from "../quote/snapshot.ts";
import styles from "./orders.module.css";
import { TicketForm } from "./TicketForm.tsx";
import type { TicketSource } from "./ticket-source.ts";
import { contractWords } from "./ticket-words.ts";
import { useQuote } from "./use-quote.ts";
import { useSymbolReset } from "./use-symbol-reset.ts";

const GttForm = lazyPart(() => import("./GttForm.tsx"), "GttForm");

interface TicketProps {
  readonly source: TicketSource;
  readonly onClose: () => void;
}

/** One order, from the press on B or S to the broker's answer. It stands on the live market, whatever the board looks at. */
export function Ticket({ source, onClose }: TicketProps): ReactNode {
  const root = useRef<PaneElement>(null);
  const quote = useQuote(source.contract, root);
  const universe = useAtomValue(liveListAtom);
  const connected = useAtomValue(connectedBrokerAtom);
  const [first] = useState(connected);
  // Its session may end during the press: the form stays what it is.
  const broker = connected ?? first;
  const { snapshot } = quote;
  const isEdit = source.kind === "edit";
  const [isGtt, setIsGtt] = useState(source.kind === "new" && source.gtt !== undefined);
  const isStop = source.kind === "edit" && source.order.type === STOP;
  const rules = useMemo(
    (): TicketRules => ({ isMarginOnly: broker?.isMarginOnly === true, isEdit, isStop }),
    [broker?.isMarginOnly, isEdit, isStop],
  );
  const lot = asQty(snapshot?.lot);
  const token = snapshot?.token;
  const contract = useMemo((): TicketContract | undefined => {
    if (lot === undefined || token === undefined || universe === undefined) return undefined;
    const { symbol, type } = source.contract;
    return { ...source.contract, lot, ...listedTerms(universe, symbol, type), securityId: String(token) };
  }, [source.contract, universe, lot, token]);

  if (contract === undefined) return <Waiting quote={quote} source={source} onClose={onClose} />;
  const gtt = broker?.gtt;
  if (isGtt && gtt && source.kind === "new") {
    return (
      <Suspense>
        <GttForm {...{ source, contract, quote, onClose, rules: gtt }} onBack={() => setIsGtt(false)} />
      </Suspense>
    );
  }
  const onGtt = gtt && !isEdit ? () => setIsGtt(true) : undefined;
  return <TicketForm {...{ source, contract, rules, quote, onGtt, onClose }} />;
}

interface WaitingProps extends TicketProps {
  readonly quote: PaneState<Snapshot>;
}

/** Until the first price: nothing could be sent at it. */
function Waiting({ quote, source, onClose }: WaitingProps): ReactNode {
  useSymbolReset(source.kind === "edit", onClose);
  const words =
    quote.status === "missing"
      ? quote.message
      : quote.snapshot === undefined
        ? "Waiting for the price…"
        : "This contract is not listed today.";
  return (
    <Dialog
      open
      title={contractWords(source.contract)}
      width={520}
      onClose={onClose}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <p className={styles["waiting"]} role="status">
        {words}
      </p>
    </Dialog>
  );
}
