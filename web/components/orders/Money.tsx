import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { formats } from "../../format/format.ts";
import { brokerSessionAtom } from "../../state/account/broker.ts";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { exchangeClockAtom } from "../../state/market/market.ts";
import type { Draft } from "../../state/orders/draft.ts";
import { heldUnits } from "../../state/orders/held.ts";
import { chargesOfDrafts, premiumOf } from "../../state/orders/money.ts";
import styles from "./money.module.css";
import { moneyWords, valueWords } from "./ticket-words.ts";
import { useBasketMargin } from "./use-basket-margin.ts";
import { usePositions } from "./use-positions.ts";

/** What the broker asks for orders of one press, what is left then, what is paid, and charges. Nothing without a broker. */
export function Money({ drafts }: { readonly drafts: readonly Draft[] }): ReactNode {
  const session = useAtomValue(brokerSessionAtom);
  const broker = useAtomValue(connectedBrokerAtom);
  const margin = useBasketMargin(drafts);
  const date = useAtomValue(exchangeClockAtom)?.time.date;
  if (!session?.isBrokerLogin) return undefined;
  const charges = date && chargesOfDrafts(drafts, date);
  const required = margin?.required ?? Number.NaN;
  const available = margin?.available ?? Number.NaN;
  const [first] = drafts;
  return (
    <div className={styles["money"]}>
      <dl>
        <Line label="Basket margin" of={session.isPractice ? "Practice" : broker?.name} value={moneyWords(required)} />
        <Line label="Available" value={moneyWords(available)} />
        <Line label="left after this" value={moneyWords(available - required)} isShort={available < required} />
        {first && drafts.length === 1 ? <HeldLines draft={first} /> : undefined}
      </dl>
      <dl title="By the tariff of the day, with a brokerage of ₹ 20 an order">
        {first && drafts.length === 1 ? (
          <Line label={valueWords(first)} value={moneyWords(premiumOf(first))} />
        ) : undefined}
        <Line label="STT, stamp duty" value={paise(charges && charges.stt + charges.stamp)} />
        <Line label="Exchange, SEBI, IPFT" value={paise(charges && charges.exchange + charges.sebi + charges.ipft)} />
        <Line label="Brokerage and GST" value={paise(charges && charges.brokerage + charges.gst)} />
        <Line label={charges?.isApproximate ? "Charges, about" : "Charges"} value={paise(charges?.total)} isSum />
      </dl>
    </div>
  );
}

/** What is held of the contract, and what will be once the order has traded. */
function HeldLines({ draft }: { readonly draft: Draft }): ReactNode {
  const positions = usePositions();
  const held = positions ? heldUnits(positions, draft) : Number.NaN;
  return (
    <>
      <Line label="Held now" of={draft.productType} value={formats.signedWhole.text(held)} />
      <Line label="held after this" value={formats.signedWhole.text(held + draft.side * draft.qty)} />
    </>
  );
}

const paise = (rupees: number | undefined): string => formats.price.text(rupees ?? Number.NaN);

interface LineProps {
  readonly label: string;
  /** Whose figure it is. */
  readonly of?: string | undefined;
  readonly value: string;
  /** There is not enough. */
  readonly isShort?: boolean;
  readonly isSum?: boolean;
}

const Line = ({ label, of, value, isShort, isSum }: LineProps): ReactNode => (
  <div data-sum={isSum ? "" : undefined} data-short={isShort ? "" : undefined}>
    <dt>
      {label} {of === undefined ? undefined : <small>{of}</small>}
    </dt>
    <dd>{value}</dd>
  </div>
);
