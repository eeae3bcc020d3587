import type { ReactNode } from "react";
import { SIDES, type Side } from "#contract/domain/strategy/legs.ts";
import { SegmentedControl } from "../../components/controls/SegmentedControl.tsx";
import { NumberInput } from "../../components/orders/NumberInput.tsx";
import type { PairTerms } from "./legs.ts";
import styles from "./straddle-strangle.module.css";

export const SIDE_LABELS: Readonly<Record<Side, string>> = { buy: "Buy", sell: "Sell" };

interface PairFieldsProps {
  readonly terms: PairTerms;
  readonly onTerms: (terms: PairTerms) => void;
  /** Units. */
  readonly lotSize: number;
}

/** Bought or sold, and how many lots of each leg. */
export function PairFields({ terms, onTerms, lotSize }: PairFieldsProps): ReactNode {
  const { side, lots } = terms;
  return (
    <div className={styles["pair"]}>
      <SegmentedControl
        label="Side"
        size="form"
        segments={SIDES.map((value) => ({ value, label: SIDE_LABELS[value] }))}
        value={side}
        onChange={(chosen) => onTerms({ ...terms, side: chosen })}
      />
      <NumberInput
        label="Lot"
        value={lots}
        decimals={0}
        step={1}
        min={1}
        onChange={(typed) => onTerms({ ...terms, lots: typed })}
        onLeave={() => onTerms({ ...terms, lots: wholeLots(lots) || 1 })}
        unit={lots >= 1 ? `${wholeLots(lots) * lotSize} qty` : ""}
      />
    </div>
  );
}

/** What is being typed may be empty, or half a lot. */
const wholeLots = (lots: number): number => (lots >= 1 ? Math.floor(lots) : 0);
