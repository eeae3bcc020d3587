import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { formats } from "../../format/format.ts";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { liveListAtom } from "../../state/clock/day.ts";
import type { BasketLeg, BasketState } from "../../state/orders/basket/basket.ts";
import { priceOf } from "../../state/orders/basket/basket.ts";
import { type AskedLeg, basketAtom, removeLegAtom } from "../../state/orders/basket/basket-atom.ts";
import { listedTerms } from "../../state/orders/contract-terms.ts";
import { asQty, leastOf, lockOfField, newDraft, stepOf, type TicketRules } from "../../state/orders/draft.ts";
import type { PaneElement } from "../../state/pane/pane.ts";
import { IconButton } from "../controls/IconButton.tsx";
import { Icon } from "../more-icons.tsx";
import { ContractName } from "../orders/ContractName.tsx";
import { NumberInput } from "../orders/NumberInput.tsx";
import { SideMark } from "../orders/SideMark.tsx";
import { lotWords, priceFormat } from "../orders/ticket-words.ts";
import { useAge, useQuote } from "../orders/use-quote.ts";
import styles from "./basket.module.css";
import { legWords } from "./basket-words.ts";

interface BasketLegRowProps {
  readonly asked: AskedLeg;
  readonly place: number;
  readonly basket: BasketState;
}

/** One leg: it follows its own price, is changed before the press, and says what became of it after. */
export function BasketLegRow({ asked, place, basket }: BasketLegRowProps): ReactNode {
  const { id, intent } = asked;
  const leg = basket.legs.find((one) => one.id === id);
  const status = useLegQuote(asked, leg !== undefined);
  const remove = useSetAtom(removeLegAtom);
  const isFilling = basket.stage === "fill";
  const words = leg && legWords(leg, basket);
  return (
    <li className={styles["leg"]} data-tone={words?.tone}>
      <span className={styles["place"]}>{place}</span>
      <SideMark side={intent.side} />
      <ContractName contract={intent} />
      {isFilling ? (
        <IconButton label={`Remove leg ${place}`} title="Remove" onClick={() => remove(id)}>
          <Icon name="close" />
        </IconButton>
      ) : (
        <span className={styles["state"]}>
          {words?.tone === "doubt" ? <Icon name="warning" size={14} /> : undefined}
          {words?.state}
        </span>
      )}
      <div className={styles["terms"]}>
        {leg === undefined ? (
          <p className={styles["quiet"]}>{status}</p>
        ) : isFilling ? (
          <LegFields leg={leg} />
        ) : (
          <p>
            {formats.whole.text(leg.draft.qty)} @ {/* What the market does after the press is not what was sent. */}
            {leg.draft.type === "Market" ? "market" : priceFormat(intent.symbol).text(priceOf(leg.draft))}
          </p>
        )}
        {words?.tone === "doubt" ? <DoubtAge /> : undefined}
        {words === undefined || words.detail === "" || isFilling ? undefined : (
          <p className={styles["quiet"]}>{words.detail}</p>
        )}
        {isFilling
          ? leg?.draft.message.map((text) => (
              <p key={text} className={styles["warning"]}>
                {text}
              </p>
            ))
          : undefined}
      </div>
    </li>
  );
}

/** How long the leg has been in doubt: since this stands. */
function DoubtAge(): ReactNode {
  const [since] = useState(() => performance.now());
  return <p>Not confirmed for {Math.floor(useAge(since) / 1000)} s.</p>;
}

function LegFields({ leg }: { readonly leg: BasketLeg }): ReactNode {
  const change = useSetAtom(basketAtom);
  const { draft, id } = leg;
  const { symbolName, qty, lot, limitPrice, ltp } = draft;
  const set = (field: "qty" | "limitPrice", value: number): void =>
    change({ type: "edit", id, action: { type: "number", field, value } });
  return (
    <div className={styles["fields"]}>
      <NumberInput
        label="Qty"
        value={qty}
        decimals={0}
        step={stepOf(draft, "qty")}
        min={leastOf(draft, "qty")}
        onChange={(value) => set("qty", value)}
        unit={lotWords(qty, lot)}
      />
      <NumberInput
        label="Limit Price"
        value={limitPrice}
        decimals={underlyingOf(symbolName).decimals}
        step={stepOf(draft, "limitPrice")}
        min={0}
        lock={lockOfField(draft, "limitPrice")}
        onChange={(value) => set("limitPrice", value)}
        unit="₹"
      />
      <p className={styles["quiet"]}>LTP {priceFormat(symbolName).text(ltp)}</p>
    </div>
  );
}

/** Makes the leg with the first price, and keeps its price. @returns why there is none yet */
function useLegQuote({ id, intent }: AskedLeg, isMade: boolean): string {
  const root = useRef<PaneElement>(null);
  const { snapshot, status, message } = useQuote(intent, root);
  const change = useSetAtom(basketAtom);
  const universe = useAtomValue(liveListAtom);
  const isMarginOnly = useAtomValue(connectedBrokerAtom)?.isMarginOnly === true;
  const rules = useMemo((): TicketRules => ({ isMarginOnly, isEdit: false }), [isMarginOnly]);
  useEffect(() => {
    const lot = asQty(snapshot?.lot);
    if (isMade || snapshot === undefined || lot === undefined || universe === undefined) return;
    const { symbol, side, type, start } = intent;
    const contract = { ...intent, lot, ...listedTerms(universe, symbol, type), securityId: String(snapshot.token) };
    const draft = newDraft(contract, side === "B" ? 1 : -1, snapshot, rules, start);
    change({ type: "add", id, draft, rules });
  }, [isMade, snapshot, universe, intent, id, rules, change]);
  useEffect(() => {
    if (isMade && snapshot) change({ type: "edit", id, action: { type: "quote", quote: snapshot } });
  }, [isMade, snapshot, id, change]);
  if (status === "missing") return message;
  return snapshot?.isListed === false ? "This contract is not listed today." : "Waiting for the price…";
}
