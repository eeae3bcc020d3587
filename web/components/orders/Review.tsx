import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { formats } from "../../format/format.ts";
import { limitsMarketAtom } from "../../state/account/connected-broker.ts";
import type { TicketState } from "../../state/orders/ticket.ts";
import styles from "./orders.module.css";
import { atWords, contractWords, type NamedContract, reviewWords } from "./ticket-words.ts";

interface ReviewProps {
  readonly contract: NamedContract;
  readonly state: TicketState;
}

/** The order in words, before the press that sends it. */
export function Review({ contract, state }: ReviewProps): ReactNode {
  const { draft, reviewedAt, movedFrom } = state;
  const limitsMarket = useAtomValue(limitsMarketAtom);
  const side = draft.side === 1 ? "BUY" : "SELL";
  return (
    <div className={styles["review"]} data-side={draft.side === 1 ? "buy" : "sell"} aria-live="polite">
      <p className={styles["quiet"]}>Confirm, second press of two. The fields are locked; Back unlocks them.</p>
      <p className={styles["reviewed"]}>
        <b>{side}</b> {formats.whole.text(draft.qty)} {contractWords(contract)} {atWords(draft, limitsMarket)}
      </p>
      <p data-moved={Number.isNaN(movedFrom) ? undefined : ""}>{reviewWords(draft, reviewedAt, movedFrom)}</p>
    </div>
  );
}
