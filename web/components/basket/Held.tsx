import { useAtomValue } from "jotai";
import { Fragment, type ReactNode } from "react";
import { formats } from "../../format/format.ts";
import { exchangeClockAtom } from "../../state/market/market.ts";
import { type BasketLeg, type BasketState, heldOf, netPremium } from "../../state/orders/basket/basket.ts";
import { chargesOfDrafts } from "../../state/orders/money.ts";
import { moneyWords, netLabel } from "../orders/ticket-words.ts";
import styles from "./basket.module.css";
import { amountWords } from "./basket-words.ts";

/** What a basket that is sent has come to: what is held of it now, what would be besides, and what was paid. */
export function Held({ basket }: { readonly basket: BasketState }): ReactNode {
  const date = useAtomValue(exchangeClockAtom)?.time.date;
  const { legs } = basket;
  const { now, ifFilled, paid } = heldOf(basket);
  const net = netPremium(basket);
  const charges =
    date &&
    chargesOfDrafts(
      legs.map(({ draft }) => draft),
      date,
    );
  const held = legs.flatMap((leg, i) =>
    now[i] === 0 ? [] : [amountWords(leg, now[i] ?? Number.NaN) + placeWords(legs, leg, i)],
  );
  return (
    <dl className={styles["held"]} aria-label="What is held">
      <dt>Held now</dt>
      <dd>{held.length === 0 ? "nothing yet" : held.map((words) => <span key={words}>{words}</span>)}</dd>
      {legs.map((leg, i) =>
        ifFilled[i] ? (
          <Fragment key={leg.id}>
            <dt>If leg {i + 1} filled</dt>
            <dd>{amountWords(leg, ifFilled[i])}</dd>
          </Fragment>
        ) : undefined,
      )}
      <dt>
        {netLabel(net)}, all {legs.length}
      </dt>
      <dd>{moneyWords(Math.abs(net))}</dd>
      <dt>
        {charges?.isApproximate ? "Charges, about" : "Charges"}, all {legs.length}
      </dt>
      <dd>{charges ? `₹ ${formats.price.text(charges.total)}` : moneyWords(Number.NaN)}</dd>
      <dt>{paid < 0 ? "Received so far" : "Paid so far"}</dt>
      <dd>{moneyWords(Math.abs(paid))}</dd>
    </dl>
  );
}

/** Which leg it is, where another differs by its expiry alone, as of a position that is rolled. */
function placeWords(legs: readonly BasketLeg[], { draft }: BasketLeg, i: number): string {
  const isAlike = legs.some(
    ({ draft: { strike, cepe } }, j) => j !== i && strike === draft.strike && cepe === draft.cepe,
  );
  return isAlike ? `, leg ${i + 1}` : "";
}
