import type { ReactNode } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { type NumberField, ORDER_KINDS } from "#contract/domain/orders/warnings.ts";
import { formats } from "../../format/format.ts";
import {
  type Draft,
  type DraftAction,
  draftWarnings,
  leastOf,
  lockOfField,
  lockOfKind,
  lockOfProduct,
  stepOf,
  type TicketRules,
} from "../../state/orders/draft.ts";
import { type Segment, SegmentedControl } from "../controls/SegmentedControl.tsx";
import { NumberInput } from "./NumberInput.tsx";
import styles from "./orders.module.css";
import { lotWords, priceFormat } from "./ticket-words.ts";

export interface Depth {
  readonly bid: number;
  readonly bidQty: number;
  readonly ask: number;
  readonly askQty: number;
}

interface TicketFieldsProps {
  readonly draft: Draft;
  readonly rules: TicketRules;
  /** From the first press on. */
  readonly isLocked: boolean;
  readonly depth: Depth;
  readonly onChange: (action: DraftAction) => void;
  /** It is to wait for a price at the broker instead; absent where that cannot be. */
  readonly onGtt: (() => void) | undefined;
}

const LOCKED = "The fields are locked; Back unlocks them";

/** What an order is made of: choices, figures, and the depth that it meets. */
export function TicketFields({ draft, rules, isLocked, depth, onChange, onGtt }: TicketFieldsProps): ReactNode {
  const { category, productType, type, validity, symbolName, lot, qty } = draft;
  const warned = new Set(draftWarnings(draft, rules).map(({ field }) => field));
  const lockAll = isLocked ? LOCKED : undefined;
  const productLock = lockAll ?? lockOfProduct(draft, rules);
  const { decimals } = underlyingOf(symbolName);
  const figure = (field: NumberField, label: string, unit?: string): ReactNode => {
    const isQuantity = field === "qty" || field === "disclosedQty";
    return (
      <NumberInput
        label={label}
        value={draft[field]}
        decimals={isQuantity ? 0 : decimals}
        step={stepOf(draft, field)}
        min={leastOf(draft, field)}
        onChange={(value) => onChange({ type: "number", field, value })}
        onLeave={() => onChange({ type: "leave", field })}
        lock={lockAll ?? lockOfField(draft, field)}
        isWarned={warned.has(field)}
        unit={unit ?? (isQuantity ? undefined : "₹")}
      />
    );
  };
  return (
    <>
      <div className={styles["choices"]}>
        <Choice
          label="Category"
          options={[...(category === "Regular" ? REGULAR : [...REGULAR, category]), ...(onGtt ? GTT : [])]}
          value={category}
          lock={() => lockAll ?? (rules.isEdit ? "An order that is edited keeps its category" : undefined)}
          onChange={(chosen) => (chosen === "GTT" ? onGtt?.() : onChange({ type: "category", category: chosen }))}
        />
        <Choice
          label="Product"
          options={productsOf(draft, rules)}
          value={productType}
          lock={() => productLock}
          onChange={(product) => {
            if (product === "Intraday" || product === "Margin") onChange({ type: "product", product });
          }}
        />
        <Choice
          label="Order type"
          options={rules.isStop ? ORDER_KINDS : NEW_KINDS}
          value={type}
          lock={(kind) => lockAll ?? lockOfKind(draft, kind)}
          onChange={(kind) => onChange({ type: "kind", kind })}
        />
        <Choice
          label="Validity"
          options={["Day", "IOC"] as const}
          value={validity}
          lock={() => productLock}
          onChange={(chosen) => onChange({ type: "validity", validity: chosen })}
        />
      </div>
      <div className={styles["figures"]}>
        {figure("qty", "Qty", lotWords(qty, lot))}
        {figure("limitPrice", "Limit Price")}
        {figure("stopPrice", "Stop Price")}
        {figure("stopLoss", "Stop Loss")}
        {figure("takeProfit", "Take Profit")}
        {figure("trailingStopLoss", "Trailing Stop Loss")}
        {figure("disclosedQty", "Disclosed Qty")}
        <DepthLine depth={depth} symbol={symbolName} />
      </div>
    </>
  );
}

const REGULAR = ["Regular"] as const;
const GTT = ["GTT"] as const;
const NEW_KINDS = ORDER_KINDS.filter((kind) => kind !== "Stop");

function productsOf({ productType }: Draft, { isMarginOnly }: TicketRules): readonly Draft["productType"][] {
  if (productType === "CO" || productType === "BO") return [productType];
  return isMarginOnly ? ["Margin"] : ["Intraday", "Margin"];
}

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly options: readonly V[];
  readonly value: V;
  /** Why an option cannot be chosen. */
  readonly lock: (option: V) => string | undefined;
  readonly onChange: (value: V) => void;
}

export function Choice<V extends string>({ label, options, value, lock, onChange }: ChoiceProps<V>): ReactNode {
  const segments = options.map((option): Segment<V> => {
    const why = lock(option);
    return { value: option, label: option, ...(why !== undefined && { disabled: true, title: why }) };
  });
  return (
    <div className={styles["choice"]}>
      <span aria-hidden="true">{label}</span>
      <SegmentedControl label={label} segments={segments} value={value} onChange={onChange} />
    </div>
  );
}

function DepthLine({ depth, symbol }: { readonly depth: Depth; readonly symbol: string }): ReactNode {
  const price = priceFormat(symbol);
  return (
    <div className={styles["depth"]}>
      <span className={styles["label"]}>Depth</span>
      <p>
        Bid <b>{price.text(depth.bid)}</b> {formats.whole.text(depth.bidQty)} <i aria-hidden="true" /> Ask{" "}
        <b>{price.text(depth.ask)}</b> {formats.whole.text(depth.askQty)}
      </p>
    </div>
  );
}
