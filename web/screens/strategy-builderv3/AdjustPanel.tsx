import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import { legKey, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { Button } from "../../components/Button.tsx";
import { usePriceFormats } from "../../kit/pane/use-decimals.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import styles from "./builder.module.css";
import { EditLeg } from "./EditLeg.tsx";
import { contractName } from "./LegButtons.tsx";
import { marksOf } from "./marks.ts";
import { OrderDialog, type OrderEdit } from "./OrderDialog.tsx";
import { builder } from "./pane.ts";
import { money } from "./payoff-chart.ts";

/** Each leg with what its orders can be changed by: edit them one by one, or leave the position whole. */
export function AdjustPanel(): ReactNode {
  const pane = builder.use();
  const legs = useAtomValue(pane.legsAtom);
  const [edited, edit] = useState<string>();
  const [order, askFor] = useState<OrderEdit>();
  const leg = legs.find((one) => legKey(one) === edited);
  return (
    <section className={styles["ladder"]} aria-label="Adjust Strategies">
      <h3 className={styles["panelTitle"]}>Adjust Strategies</h3>
      <ul className={styles["adjust"]}>
        {legs.map((one) => (
          <AdjustLeg
            key={legKey(one)}
            leg={one}
            onEdit={() => edit(legKey(one))}
            onExit={() => askFor({ kind: "exit", leg: one })}
          />
        ))}
      </ul>
      {leg ? <EditLeg leg={leg} onClose={() => edit(undefined)} onOrder={askFor} /> : undefined}
      {order ? <OrderDialog edit={order} onClose={() => askFor(undefined)} /> : undefined}
    </section>
  );
}

interface AdjustLegProps {
  readonly leg: StrategyLeg;
  onEdit(): void;
  onExit(): void;
}

function AdjustLeg({ leg, onEdit, onExit }: AdjustLegProps): ReactNode {
  const pane = builder.use();
  const { price } = usePriceFormats(pane);
  const mark = useSlowFact(pane.stateAtom, marksOf)[legKey(leg)];
  const facts = [
    ["Lots", `${leg.action === "sell" ? "−" : ""}${leg.totalContracts}`],
    ["Avg", price.text(leg.ltp)],
    ["Ltp", price.text(mark?.price ?? Number.NaN)],
    ["Realized P&L", money.text(leg.realised)],
    ["Unrealized P&L", money.text(mark?.unrealised ?? 0)],
  ] as const;
  return (
    <li>
      <header>
        <span className={styles["strong"]}>{contractName(leg)}</span>
        <Button size="header" onClick={onEdit}>
          Edit
        </Button>
        <Button
          size="header"
          onClick={onExit}
          {...(leg.totalContracts === 0 && { disabled: true, title: "Nothing is open" })}
        >
          Exit
        </Button>
      </header>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
