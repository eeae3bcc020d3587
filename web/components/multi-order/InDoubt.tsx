import { type ReactNode, useState } from "react";
import { isInDoubt } from "../../state/orders/basket/basket.ts";
import { isDoubted } from "../../state/orders/child.ts";
import { nameOfOrder, nameOfSent } from "../../state/orders/order-name.ts";
import type { KeptPress } from "../../state/orders/under-way.ts";
import { Button } from "../controls/Button.tsx";
import { orderWords } from "../orders/ticket-words.ts";
import { ConfirmDialog } from "../overlays/ConfirmDialog.tsx";
import styles from "./multi-order.module.css";
import type { ListedOrder } from "./orders.ts";

interface InDoubtProps {
  readonly press: KeptPress;
  /** This page sends it, and knows what of it still waits; of another's all may have been sent. */
  readonly isOwn: boolean;
  /** Those that are listed. */
  readonly orders: readonly ListedOrder[];
  /** The user says that the broker does not have them. */
  readonly onMissed: () => void;
}

/** A broker's book may show an order so late. */
const LATEST_MS = 120_000;
const TIME = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kolkata", timeStyle: "medium" });

/** Orders that were sent before, and since when; of those that the server has not found in time, whether the user sees them at his broker. */
export function InDoubt({ press: { names, at, basket }, isOwn, orders, onMissed }: InDoubtProps): ReactNode {
  const [isOpen, open] = useState(false);
  const wordsOf = (isMeant: (leg: KeptPress["basket"]["legs"][number]) => boolean): string => {
    const meant = basket.legs.filter(isMeant).map(nameOfSent);
    const words = orders
      .filter(({ id, contract }) => meant.includes(nameOfOrder(contract.strategy, id)))
      .map(({ side, contract }) => orderWords(side, contract));
    return [...new Set(words)].join(", "); // strategies may have the same
  };
  const since = TIME.format(at);
  const doubted = wordsOf(({ children }) => children.some(isDoubted));
  const asked = wordsOf((leg) => (isOwn ? isInDoubt({ legs: [leg] }) : names.includes(nameOfSent(leg))));
  const close = (): void => open(false);
  return (
    <div className={styles["doubt"]}>
      <p>
        Sent at {since}: {asked}. What became of it is being asked, and nothing goes until that is known.
      </p>
      {doubted !== "" && Date.now() - at > LATEST_MS ? (
        <Button onClick={() => open(true)}>The broker does not have it…</Button>
      ) : undefined}
      {isOpen ? (
        <ConfirmDialog
          open
          title="Is it not at the broker?"
          confirm="It is not there: let me send it again"
          kind="danger"
          onClose={close}
          onConfirm={() => {
            close();
            onMissed();
          }}
        >
          <p>
            Nobody knows what became of {doubted}, sent at {since}. Look at your broker's own order book, in his app or
            on his page. If it is there, or still comes, sending it again doubles it.
          </p>
        </ConfirmDialog>
      ) : undefined}
    </div>
  );
}
