import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import { MAX_BATCH } from "#contract/domain/orders/order.ts";
import type { BasketState } from "../../state/orders/basket/basket.ts";
import { handoffAtom, postBasket } from "../../state/orders/basket/handoff.ts";
import { itemsOf } from "../../state/orders/item.ts";
import { SendButton } from "../orders/SendButton.tsx";
import { toasts } from "../toasts/toasts.ts";
import styles from "./basket.module.css";

/** Opens the basket on Kite's own page, where it is confirmed; nobody here knows what becomes of it. @param why it cannot go */
export function HandOver({
  basket,
  why,
}: {
  readonly basket: BasketState;
  readonly why: string | undefined;
}): ReactNode {
  const handoff = useAtomValue(handoffAtom);
  const [state, setState] = useState<"ready" | "busy" | "done">("ready");
  if (handoff === null) return undefined;
  const page = handoff === "practice" ? "Kite (Practice)" : "Kite";

  async function press(): Promise<void> {
    // Buys first, as where they are sent from here.
    const legs = basket.legs.toSorted((a, b) => b.draft.side - a.draft.side);
    const items = legs.flatMap(({ draft }) => itemsOf(draft));
    if (items.length > MAX_BATCH) {
      toasts.show({ message: `Kite takes ${MAX_BATCH} orders at once; these are ${items.length}.`, type: "warning" });
      return;
    }
    setState("busy");
    try {
      await postBasket(items);
      setState("done");
    } catch (error) {
      setState("ready");
      toasts.show({ message: `Not handed over: ${error instanceof Error ? error.message : error}`, type: "error" });
    }
  }

  const hint = why ?? (state === "busy" ? "It is on its way" : undefined);
  return (
    <div className={styles["foot"]}>
      <p role="status">{state === "done" ? `Handed over: confirm on ${page}. Nothing is watched here.` : undefined}</p>
      <SendButton kind="secondary" disabled={hint !== undefined} title={hint} onClick={() => void press()}>
        Hand over to {page}
      </SendButton>
    </div>
  );
}
