import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { formats } from "../../format/format.ts";
import { limitsMarketAtom } from "../../state/account/connected-broker.ts";
import type { BasketState } from "../../state/orders/basket/basket.ts";
import type { Draft } from "../../state/orders/draft.ts";
import type { OrderTerms } from "../../state/orders/leg-orders.ts";
import { type LegWords, legWords } from "../basket/basket-words.ts";
import { Checkbox } from "../controls/Checkbox.tsx";
import { SegmentedControl } from "../controls/SegmentedControl.tsx";
import { Icon } from "../more-icons.tsx";
import { ContractName } from "../orders/ContractName.tsx";
import { SideMark } from "../orders/SideMark.tsx";
import { notesOf, priceFormat } from "../orders/ticket-words.ts";
import styles from "./multi-order.module.css";
import type { ListedOrder } from "./orders.ts";

type Kind = OrderTerms["kind"];
export const KINDS = (["Limit", "Market"] as const).map((value) => ({ value, label: value }));

interface OrderRowProps {
  readonly order: ListedOrder;
  /** Absent where it is left out, and until its price has come. */
  readonly draft: Draft | undefined;
  /** Of its price, milliseconds. */
  readonly age: number;
  /** Why it does not close what is held. */
  readonly elsewhere: string | undefined;
  readonly kind: Kind;
  /** 'SELL 65 @66.75', as the older builder has it, in place of '65 @ 66.75'. */
  readonly spellsSide: boolean;
  readonly basket: BasketState;
  readonly onKind: (kind: Kind) => void;
  /** Absent: it cannot be left out here. */
  readonly onExclude: ((isExcluded: boolean) => void) | undefined;
}

/** One order: what it is, how it goes, and what became of it. */
export function OrderRow(props: OrderRowProps): ReactNode {
  const { order, draft, age, elsewhere, kind, spellsSide, basket, onKind, onExclude } = props;
  const { id, contract, side, contracts, price, exclude } = order;
  const limitsMarket = useAtomValue(limitsMarketAtom);
  const sent = basket.stage === "fill" ? undefined : basket.legs.find((leg) => leg.id === id);
  const words = sent && legWords(sent, basket);
  const warnings = [...(draft?.message ?? []), ...(elsewhere ? [elsewhere] : [])];
  const amount = formats.whole.text(contracts * contract.lot);
  const at = kind === "Market" ? "Market" : priceFormat(contract.symbol).text(price);
  return (
    <li className={styles["order"]} data-excluded={exclude || undefined} data-tone={words?.tone}>
      <SideMark side={side === 1 ? "B" : "S"} />
      <span className={styles["head"]}>
        <ContractName contract={contract} />
        <b className={styles["amount"]}>
          {spellsSide ? `${side === 1 ? "BUY" : "SELL"} ${amount} @${at}` : `${amount} @ ${at}`}
        </b>
      </span>
      {basket.stage === "fill" ? (
        <span className={styles["terms"]}>
          <SegmentedControl label="Order type of this order" segments={KINDS} value={kind} onChange={onKind} />
          {onExclude ? <Checkbox label="Exclude Order" checked={exclude} onChange={onExclude} /> : undefined}
        </span>
      ) : (
        <State words={words} />
      )}
      {sent || !draft
        ? undefined
        : [...warnings, ...notesOf(draft, age, limitsMarket)].map((text) => (
            <p key={text} className={warnings.includes(text) ? styles["warning"] : styles["quiet"]}>
              {text}
            </p>
          ))}
    </li>
  );
}

/** A check for what the broker took, a cross for what it did not. */
function State({ words }: { readonly words: LegWords | undefined }): ReactNode {
  if (words === undefined) return <span className={styles["quiet"]}>Left out</span>;
  const { tone, state, detail } = words;
  return (
    <span className={styles["state"]} title={detail}>
      {tone === "done" ? <Icon name="check" size={14} /> : undefined}
      {tone === "refused" ? <Icon name="close" size={14} /> : undefined}
      {state}
      {detail === "" ? undefined : <span className={styles["quiet"]}> · {detail}</span>}
    </span>
  );
}
