import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import { brokerSessionAtom } from "../../state/account/broker.ts";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { paneDayAtom } from "../../state/clock/day.ts";
import { canSubmit, emptyBasket, isFilling, netPremium, signatureOf } from "../../state/orders/basket/basket.ts";
import { resultWords } from "../../state/orders/child.ts";
import { heldElsewhere } from "../../state/orders/held.ts";
import type { OrderTerms } from "../../state/orders/leg-orders.ts";
import { unhedgedWords } from "../basket/basket-words.ts";
import { NetPremium } from "../basket/NetPremium.tsx";
import { WaitingSells } from "../basket/WaitingSells.tsx";
import { Button } from "../controls/Button.tsx";
import { SegmentedControl } from "../controls/SegmentedControl.tsx";
import { Messages, resultMessage } from "../orders/Messages.tsx";
import { PracticeBand } from "../orders/PracticeBand.tsx";
import { SendButton } from "../orders/SendButton.tsx";
import { needsLook, PAST_DAY } from "../orders/ticket-words.ts";
import { usePositions } from "../orders/use-positions.ts";
import { useAge } from "../orders/use-quote.ts";
import { Dialog, type DialogWidth } from "../overlays/Dialog.tsx";
import { ContractQuote } from "./ContractQuote.tsx";
import type { PressOwner } from "./follow-press.ts";
import { InDoubt } from "./InDoubt.tsx";
import styles from "./multi-order.module.css";
import { KINDS, OrderRow } from "./OrderRow.tsx";
import { isPut, type ListedOrder, quoteKey } from "./orders.ts";
import { useMultiOrder } from "./use-multi-order.ts";

const PRODUCTS = (["Intraday", "Margin"] as const).map((value) => ({ value, label: value }));

export interface MultiOrderProps extends PressOwner {
  readonly width: DialogWidth;
  readonly orders: readonly ListedOrder[];
  /** Before the user chooses another; default intraday. */
  readonly product?: OrderTerms["product"];
  /** Above the orders: what they are made of. It is not shown any more once they are sent. */
  readonly children?: ReactNode;
  /** Headings of the columns, and what stands under them. */
  readonly columns: readonly [calls: ReactNode, puts: ReactNode];
  /** The side of an order stands as a word before its quantity. */
  readonly spellsSide?: boolean;
  /** Orders go with their ids; default. The specification has the older builder send none. */
  readonly sendsIds?: boolean;
  readonly onExclude?: (id: string, isExcluded: boolean) => void;
  readonly onClose: () => void;
}

/**
 * The orders of several legs in one press: buys first, sells a second later. What the broker made of each stands beside it,
 * and nothing is ever sent again: what is under way goes on when the dialog goes, and its owner is told.
 */
export function MultiOrder({
  title,
  width,
  orders: pendingOrders,
  product: firstProduct,
  columns,
  children,
  spellsSide = false,
  sendsIds = true,
  onExclude,
  onResponses,
  onOver,
  onClose,
}: MultiOrderProps): ReactNode {
  const state = useMultiOrder(pendingOrders, { title, onResponses, onOver }, sendsIds, firstProduct);
  const { orders, basket, drafts, contracts, kindOf, chooseKind, allKind, product, chooseProduct, rules } = state;
  const isPractice = useAtomValue(brokerSessionAtom)?.isPractice === true;
  const listsRejections = useAtomValue(connectedBrokerAtom)?.listsRejections === true;
  const isPast = useAtomValue(paneDayAtom) !== undefined;
  const [reviewed, review] = useState("");
  const isReviewed = reviewed !== "" && reviewed === signatureOf(basket);
  const oldest = Math.min(...contracts.map((contract) => state.quotedOf(contract)?.frameAt ?? Number.NaN));
  const age = useAge(oldest);
  const positions = usePositions() ?? [];
  const elsewhere = (id: string): string | undefined => drafts[id] && heldElsewhere(positions, drafts[id]);

  const isFilled = isFilling(basket);
  const isUnderWay = !isFilled && basket.stage !== "done";
  const pending = orders.filter(({ exclude }) => !exclude);
  /** Each has its price. */
  const isWhole = pending.every(({ id }) => drafts[id] !== undefined);
  const why = whyNot();
  const asks =
    !isPractice || Object.entries(drafts).some(([id, draft]) => needsLook(draft, age) || elsewhere(id) !== undefined);
  const close = (): void => {
    if (!isUnderWay) onClose();
  };

  function whyNot(): string | undefined {
    if (!isFilled) return "The orders are sent";
    if (state.isUnderWay) return "The orders of a dialog that was left are under way";
    if (state.kept.length > 0) return "Orders were sent before: nothing goes until it is known what became of them";
    if (isPast) return PAST_DAY;
    if (pending.length === 0) return "There is no order to send";
    if (!isWhole) return "An order has no price yet";
    return canSubmit(basket) ? undefined : "A warning stands";
  }
  function press(): void {
    if (asks && !isReviewed) review(signatureOf(basket));
    else state.submit();
  }
  const results = isFilled
    ? []
    : resultWords(
        basket.legs.flatMap((leg) => leg.children),
        listsRejections,
      );
  const warnings = [...(isPast ? [PAST_DAY] : []), ...(basket.stage === "asks" ? [unhedgedWords(basket)] : [])];
  return (
    <Dialog
      open
      title={title}
      width={width}
      onClose={close}
      footer={
        <>
          <p className={styles["net"]}>{isFilled && isWhole && <NetPremium rupees={netPremium(basket)} />}</p>
          <WaitingSells basket={basket} onAct={state.act} />
          {isReviewed && isFilled ? (
            <Button onClick={() => review("")}>Back</Button>
          ) : (
            <Button onClick={close} disabled={isUnderWay} {...(isUnderWay && { title: "The orders are under way" })}>
              Close
            </Button>
          )}
          <SendButton disabled={why !== undefined} {...(why !== undefined && { title: why })} onClick={press}>
            {isReviewed && isFilled ? `Confirm ${pending.length} orders` : "Place all orders"}
          </SendButton>
        </>
      }
    >
      {contracts.map((contract) => (
        <ContractQuote key={quoteKey(contract)} contract={contract} onQuote={state.quote} />
      ))}
      <div className={styles["content"]}>
        {isPractice ? <PracticeBand words="No money moves. Buys first, sells 1 s later." /> : undefined}
        {/* From the first press on nothing is changed under the user's hand. */}
        <fieldset className={styles["fill"]} disabled={!isFilled || isReviewed}>
          {children}
          <div className={styles["all"]}>
            <SegmentedControl
              label="Order type of all orders"
              segments={KINDS}
              value={allKind}
              onChange={(kind) => chooseKind(kind)}
            />
            <SegmentedControl
              label="Product"
              segments={rules.isMarginOnly ? PRODUCTS.slice(1) : PRODUCTS}
              value={product}
              onChange={chooseProduct}
            />
          </div>
          <div className={styles["columns"]}>
            {columns.map((head, place) => (
              <section key={place === 0 ? "calls" : "puts"}>
                {head}
                <ul>
                  {orders
                    .filter((order) => isPut(order) === (place === 1))
                    .map((order) => (
                      <OrderRow
                        key={order.id}
                        order={order}
                        draft={drafts[order.id]}
                        age={age}
                        elsewhere={elsewhere(order.id)}
                        kind={kindOf(order)}
                        spellsSide={spellsSide}
                        basket={isFilled ? EMPTY : basket}
                        onKind={(kind) => chooseKind(kind, order)}
                        onExclude={onExclude && ((isExcluded) => onExclude(order.id, isExcluded))}
                      />
                    ))}
                </ul>
              </section>
            ))}
          </div>
        </fieldset>
        {(state.inDoubt ? [state.inDoubt] : state.kept).map((press) => (
          <InDoubt
            key={press.basket.press}
            press={press}
            isOwn={press === state.inDoubt}
            orders={pending}
            onMissed={() => state.missed(press)}
          />
        ))}
        <Messages
          messages={[...warnings.map((text) => ({ text, tone: "warning" as const })), ...results.map(resultMessage)]}
        />
      </div>
    </Dialog>
  );
}

const EMPTY = emptyBasket();
