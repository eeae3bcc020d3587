import { useAtomValue } from "jotai";
import { type ReactNode, useCallback, useState } from "react";
import { legKey, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import { usePriceFormats } from "../../pane/figures/use-decimals.ts";
import { type Fact, Facts } from "../figures/Facts.tsx";
import { money } from "../figures/figure-rows.ts";
import { contractName } from "../legs/contract-name.ts";
import { marksOf, priceOf } from "../legs/marks.ts";
import { StrategyPanel } from "../StrategyPanel.tsx";
import common from "../strategy.module.css";
import { useStrategy } from "../strategy-pane.ts";
import styles from "./adjust.module.css";
import { EditLeg } from "./EditLeg.tsx";
import { MoveDialog } from "./MoveDialog.tsx";
import { OrderDialog, type OrderEdit } from "./OrderDialog.tsx";

/** Each leg with what its orders can be changed by: edit them one by one, or leave the position whole. */
export function AdjustPanel(): ReactNode {
  const pane = useStrategy();
  const legs = useAtomValue(pane.legsAtom);
  const [edited, edit] = useState<string>();
  const [order, askFor] = useState<OrderEdit>();
  const leg = legs.find((one) => legKey(one) === edited);
  const [moving, move] = useState<string>();
  const mover = legs.find((one) => legKey(one) === moving);
  return (
    <StrategyPanel name="Adjust Strategies">
      <ul className={styles["adjust"]}>
        {legs.map((one) => (
          <AdjustLeg
            key={legKey(one)}
            leg={one}
            onEdit={() => edit(legKey(one))}
            onMove={() => move(legKey(one))}
            onExit={() => askFor({ kind: "exit", leg: one })}
          />
        ))}
      </ul>
      {leg ? <EditLeg leg={leg} onClose={() => edit(undefined)} onOrder={askFor} /> : undefined}
      {mover ? <MoveDialog leg={mover} onClose={() => move(undefined)} /> : undefined}
      {order ? <OrderDialog edit={order} onClose={() => askFor(undefined)} /> : undefined}
    </StrategyPanel>
  );
}

interface AdjustLegProps {
  readonly leg: StrategyLeg;
  onEdit(): void;
  onMove(): void;
  onExit(): void;
}

function AdjustLeg({ leg, onEdit, onMove, onExit }: AdjustLegProps): ReactNode {
  const pane = useStrategy();
  const { price } = usePriceFormats(pane);
  const mark = useSlowFact(pane.stateAtom, marksOf)[legKey(leg)];
  const ltp = useSlowFact(
    pane.stateAtom,
    useCallback((state: PaneState<StrategySnapshot>) => priceOf(state, leg), [leg]),
  );
  const whyNot = mark?.isExpired ? "It has expired" : leg.totalContracts === 0 ? "Nothing is open" : undefined;
  const nothingOpen = whyNot === undefined ? {} : { disabled: true, title: whyNot };
  const facts: readonly Fact[] = [
    { label: "Lots", value: `${leg.action === "sell" ? "−" : ""}${leg.totalContracts}` },
    { label: "Avg", value: price.text(leg.ltp) },
    { label: "Ltp", value: price.text(ltp) },
    { label: "Realized P&L", value: money.text(leg.realised) },
    { label: "Unrealized P&L", value: money.text(mark?.unrealised ?? (leg.totalContracts === 0 ? 0 : Number.NaN)) },
  ];
  return (
    <li>
      <header>
        <span className={common["strong"]}>{contractName(leg)}</span>
        <Button size="header" onClick={onEdit}>
          Edit
        </Button>
        <Button size="header" onClick={onMove} {...nothingOpen}>
          Roll or shift
        </Button>
        <Button size="header" onClick={onExit} {...nothingOpen}>
          Exit
        </Button>
      </header>
      <Facts facts={facts} />
    </li>
  );
}
