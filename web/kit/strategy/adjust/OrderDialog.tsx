import { useStore } from "jotai";
import { type ReactNode, useState } from "react";
import { expiryLabel, parseExpiry } from "#contract/domain/instruments.ts";
import { withEditedOrder, withOrder, withoutOrder } from "#contract/domain/strategy/leg-edits.ts";
import { oppositeOf, type Side, type StrategyLeg, type StrategyOrder } from "#contract/domain/strategy/legs.ts";
import { SegmentedControl } from "../../../components/controls/SegmentedControl.tsx";
import { TextField } from "../../../components/controls/TextField.tsx";
import { ConfirmDialog } from "../../../components/overlays/ConfirmDialog.tsx";
import { strikeText } from "../../../format/strike-text.ts";
import { universeAtom } from "../../../state/market/market.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import { listedTick } from "../../../state/orders/contract-terms.ts";
import { freezeOf, makingAt } from "../ladder/use-press.ts";
import { symbolOf } from "../legs/book.ts";
import { contractName } from "../legs/contract-name.ts";
import { priceOf } from "../legs/marks.ts";
import { changeLeg, useStrategy } from "../strategy-pane.ts";
import styles from "./adjust.module.css";

export interface OrderEdit {
  readonly kind: "add" | "exit" | "modify" | "delete";
  readonly leg: StrategyLeg;
  /** What is modified or deleted. */
  readonly order?: StrategyOrder;
}

const LABELS = { add: "Add", exit: "Exit", modify: "Modify", delete: "Delete" } as const;
const SIDES = [
  { value: "buy", label: "Buy" },
  { value: "sell", label: "Sell" },
] as const satisfies readonly { value: Side; label: string }[];

/** Of one order. */
const MOST_LOTS = 10_000;

interface OrderDialogProps {
  readonly edit: OrderEdit;
  onClose(): void;
}

/** One order: its side, price and lots; or the question whether it goes. */
export function OrderDialog({ edit, onClose }: OrderDialogProps): ReactNode {
  const { kind, leg, order } = edit;
  const pane = useStrategy();
  const store = useStore();
  const symbol = useSlowFact(pane.stateAtom, symbolOf);
  const market = priceOf(store.get(pane.stateAtom), leg);
  const [side, setSide] = useState<Side>(
    order?.action ?? (kind === "exit" ? oppositeOf(leg.action ?? "sell") : (leg.action ?? "buy")),
  );
  const [price, setPrice] = useState(String(order?.ltp ?? (market || leg.ltp)));
  const [lots, setLots] = useState(String(order?.contracts ?? (kind === "exit" ? leg.totalContracts : 1)));
  const tick = listedTick(store.get(universeAtom), symbol, leg.type);

  function confirm(): void {
    const { snapshot } = store.get(pane.stateAtom);
    if (!snapshot) return;
    const making = makingAt(symbol, leg.lotSize, snapshot, freezeOf(store, symbol));
    const draft = { side, price: Math.max(Number(price) || 0, 0), lots: Math.max(Math.round(Number(lots)) || 0, 0) };
    const changed = (one: StrategyLeg): StrategyLeg => {
      if (order && kind === "delete") return withoutOrder(one, order.id, making.terms);
      if (draft.lots === 0) return one;
      return order ? withEditedOrder(one, order.id, draft, making.terms) : withOrder(one, draft, making);
    };
    changeLeg(store, pane, leg, changed, order ? [order] : []);
    onClose();
  }

  const contract = leg.type === "FUT" ? "0 FUT" : `${strikeText(leg.strike)} ${leg.type}`;
  const question = `Are you sure you want to delete ${expiryLabel(parseExpiry(leg.expiry))} ${contract} ${order?.contracts} lot(s) ${order?.action.toUpperCase()} order?`;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={contractName(leg)}
      width={360}
      confirm={LABELS[kind]}
      kind={kind === "delete" ? "danger" : "primary"}
      onConfirm={confirm}
    >
      {kind === "delete" ? (
        <p>{question}</p>
      ) : (
        <div className={styles["orderForm"]}>
          <SegmentedControl
            label="Side"
            segments={kind === "exit" ? SIDES.filter(({ value }) => value === side) : SIDES}
            value={side}
            onChange={setSide}
            size="form"
          />
          <TextField label="Price" type="number" numeric min={tick} step={tick} value={price} onChange={setPrice} />
          <TextField
            label="Lots"
            type="number"
            numeric
            min={1}
            max={MOST_LOTS}
            step={1}
            value={lots}
            onChange={(typed) => setLots(Number(typed) > MOST_LOTS ? String(MOST_LOTS) : typed)}
          />
        </div>
      )}
    </ConfirmDialog>
  );
}
