import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useEffect, useState } from "react";
import { counted } from "../../format/count-words.ts";
import { brokerSessionAtom } from "../../state/account/broker.ts";
import { refreshBrokerAtom } from "../../state/account/broker-login.ts";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { paneDayAtom } from "../../state/clock/day.ts";
import { type BasketState, canSubmit, inOrder, netPremium, signatureOf } from "../../state/orders/basket/basket.ts";
import { askedLegsAtom, basketAtom, closeBasketAtom } from "../../state/orders/basket/basket-atom.ts";
import { newPress } from "../../state/orders/calls.ts";
import type { DraftAction } from "../../state/orders/draft.ts";
import { Button } from "../controls/Button.tsx";
import { IconButton } from "../controls/IconButton.tsx";
import { SegmentedControl } from "../controls/SegmentedControl.tsx";
import { Icon } from "../more-icons.tsx";
import { Money } from "../orders/Money.tsx";
import { SendButton } from "../orders/SendButton.tsx";
import { PAST_DAY } from "../orders/ticket-words.ts";
import { BasketLegRow } from "./BasketLegRow.tsx";
import styles from "./basket.module.css";
import { basketSummary, unhedgedWords } from "./basket-words.ts";
import { Drafts } from "./Drafts.tsx";
import { HandOver } from "./HandOver.tsx";
import { Held } from "./Held.tsx";
import { NetPremium } from "./NetPremium.tsx";
import { SavedBaskets } from "./SavedBaskets.tsx";
import { useBasketSending } from "./use-basket.ts";
import { WaitingSells } from "./WaitingSells.tsx";

/** Several legs in one press, beside the board: Shift and B or S adds one. */
export function Basket(): ReactNode {
  const asked = useAtomValue(askedLegsAtom);
  const basket = inOrder(
    useAtomValue(basketAtom),
    asked.map(({ id }) => id),
  );
  const close = useSetAtom(closeBasketAtom);
  const isPractice = useAtomValue(brokerSessionAtom)?.isPractice === true;
  const refreshBroker = useSetAtom(refreshBrokerAtom);
  // Whether baskets may be handed over, the server says.
  useEffect(() => void refreshBroker().catch((error: unknown) => console.warn("broker:", error)), [refreshBroker]);
  useBasketSending(basketAtom);
  useRoom();
  const isUnderWay = basket.stage !== "fill" && basket.stage !== "done";
  return (
    <aside className={styles["sheet"]} aria-label="Basket">
      <header className={styles["head"]}>
        <h2>Basket</h2>
        <p>{counted(asked.length, "leg")}</p>
        <IconButton
          label="Close the basket"
          disabled={isUnderWay}
          {...(isUnderWay && { title: "The basket is under way" })}
          onClick={() => close()}
        >
          <Icon name="close" />
        </IconButton>
      </header>
      <p className={styles["practice"]}>
        {isPractice ? <b>Practice broker </b> : undefined}
        Buys first, sells 1 s later. A sell waits while a buy is in doubt.
      </p>
      {basket.stage === "fill" ? (
        <>
          <Drafts />
          <SavedBaskets basket={basket} />
          <Choices basket={basket} />
        </>
      ) : undefined}
      {asked.length === 0 ? (
        <p className={styles["none"]}>Shift and B or S on a price adds a leg; a saved basket brings its own.</p>
      ) : undefined}
      <ol className={styles["legs"]}>
        {asked.map((leg, i) => (
          <BasketLegRow key={leg.id} asked={leg} place={i + 1} basket={basket} />
        ))}
      </ol>
      <Foot basket={basket} isWhole={basket.legs.length === asked.length} isPractice={isPractice} />
    </aside>
  );
}

/** The sheet's width, as basket.module.css has it. */
const WIDTH = "min(460px, 100vw)";

/** The board keeps clear of the sheet while it stands. */
function useRoom(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--sheet", WIDTH);
    return () => {
      style.removeProperty("--sheet");
    };
  }, []);
}

/** What all legs share. */
function Choices({ basket }: { readonly basket: BasketState }): ReactNode {
  const change = useSetAtom(basketAtom);
  const [first] = basket.legs;
  if (first === undefined) return undefined;
  const { productType, type } = first.draft;
  const all = (action: DraftAction): void => {
    for (const { id } of basket.legs) change({ type: "edit", id, action });
  };
  return (
    <div className={styles["choices"]}>
      <SegmentedControl
        label="Product"
        segments={(first.rules.isMarginOnly ? (["Margin"] as const) : (["Intraday", "Margin"] as const)).map(
          (value) => ({
            value,
            label: value,
          }),
        )}
        value={productType === "Intraday" ? "Intraday" : "Margin"}
        onChange={(product) => all({ type: "product", product })}
      />
      <SegmentedControl
        label="Order type"
        segments={(["Limit", "Market"] as const).map((value) => ({ value, label: value }))}
        value={type === "Market" ? "Market" : "Limit"}
        onChange={(kind) => all({ type: "kind", kind })}
      />
    </div>
  );
}

interface FootProps {
  readonly basket: BasketState;
  /** Each leg has its price. */
  readonly isWhole: boolean;
  readonly isPractice: boolean;
}

function Foot({ basket, isWhole, isPractice }: FootProps): ReactNode {
  const change = useSetAtom(basketAtom);
  const close = useSetAtom(closeBasketAtom);
  const isPast = useAtomValue(paneDayAtom) !== undefined;
  const isConnected = useAtomValue(connectedBrokerAtom) !== undefined;
  const [reviewed, review] = useState("");
  const isReviewed = reviewed !== "" && reviewed === signatureOf(basket);
  if (basket.stage === "fill") {
    const why = isPast
      ? PAST_DAY
      : basket.legs.length === 0 && isWhole
        ? "There is no leg"
        : !isWhole
          ? "A leg has no price yet"
          : canSubmit(basket)
            ? undefined
            : "A warning stands";
    const press = (): void => {
      if (!isPractice && !isReviewed) review(signatureOf(basket));
      else change({ type: "submit", press: newPress() });
    };
    return (
      <>
        {basket.legs.length > 0 ? (
          <div className={styles["money"]}>
            <Money drafts={basket.legs.map(({ draft }) => draft)} />
          </div>
        ) : undefined}
        <HandOver basket={basket} why={why} />
        <footer className={styles["foot"]}>
          <p>
            {isWhole && <NetPremium rupees={netPremium(basket)} />}
            {isPast ? <span className={styles["warning"]}> {PAST_DAY}</span> : undefined}
          </p>
          <Button onClick={() => (isReviewed ? review("") : close())}>{isReviewed ? "Back" : "Cancel"}</Button>
          {isConnected ? (
            <SendButton disabled={why !== undefined} {...(why !== undefined && { title: why })} onClick={press}>
              {isReviewed ? `Confirm ${basket.legs.length} legs` : "Place all orders"}
            </SendButton>
          ) : undefined}
        </footer>
      </>
    );
  }
  return (
    <>
      <Held basket={basket} />
      {basket.stage === "asks" ? (
        <p className={styles["unhedged"]} role="alert">
          {unhedgedWords(basket)}
        </p>
      ) : undefined}
      <footer className={styles["foot"]}>
        <p role="status">{basketSummary(basket)}</p>
        <WaitingSells basket={basket} onAct={change} />
        {basket.stage === "done" ? <Button onClick={() => close()}>Close</Button> : undefined}
      </footer>
    </>
  );
}
