import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { legKey } from "#contract/domain/strategy/legs.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import { usePriceFormats } from "../../pane/figures/use-decimals.ts";
import { contractName } from "../legs/contract-name.ts";
import common from "../strategy.module.css";
import { useStrategy } from "../strategy-pane.ts";
import { LegButtons, LotInput } from "./LegButtons.tsx";
import styles from "./ladder.module.css";

const ltpOf = ({ snapshot }: PaneState<StrategySnapshot>): number => snapshot?.future?.ltp ?? Number.NaN;

/** The future of the expiry: 'Aug 25 Futures', with its two buttons, lots and price. */
export function FutureRow({ expiry }: { readonly expiry: string }): ReactNode {
  const pane = useStrategy();
  const ltp = useSlowFact(pane.stateAtom, ltpOf);
  const { price } = usePriceFormats(pane);
  const contract = { expiry, strike: 0, type: "FUT" } as const;
  const leg = useAtomValue(pane.legsAtom).find((one) => legKey(one) === legKey(contract));
  return (
    <section className={styles["ladder"]} aria-label="Futures">
      <div className={styles["futureRow"]} data-side={leg?.action}>
        <span className={common["strong"]}>{contractName(contract)}</span>
        <LegButtons contract={contract} leg={leg} hasPrice={!Number.isNaN(ltp)} />
        <LotInput contract={contract} leg={leg} />
        <span>{price.text(ltp)}</span>
      </div>
    </section>
  );
}
