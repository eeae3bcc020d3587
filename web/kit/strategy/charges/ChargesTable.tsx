import { useAtom } from "jotai";
import type { ReactNode } from "react";
import type { Charges } from "#contract/domain/strategy/charges.ts";
import { formats } from "../../../format/format.ts";
import { FigureTable } from "../../side-panel/FigureTable.tsx";
import common from "../strategy.module.css";
import { useStrategy } from "../strategy-pane.ts";
import styles from "./charges.module.css";
import { useCharges } from "./use-charges.ts";

const LINES: readonly (readonly [label: string, of: (charges: Charges) => number])[] = [
  ["STT", ({ stt }) => stt],
  ["Exchange", ({ exchange }) => exchange],
  ["IPFT and SEBI", ({ ipft, sebi }) => ipft + sebi],
  ["Stamp", ({ stamp }) => stamp],
  ["Brokerage", ({ brokerage }) => brokerage],
  ["GST 18 %", ({ gst }) => gst],
  ["Total ₹", ({ total }) => total],
];
const MOST_BROKERAGE = 1000;

/** What trading takes: to enter, as it was or would be, and to close, an estimate at the prices now. */
export function ChargesTable(): ReactNode {
  const charges = useCharges();
  const [brokerage, setBrokerage] = useAtom(useStrategy().brokerageAtom);
  const text = (of: (charges: Charges) => number, side: "entry" | "closing"): string =>
    charges ? formats.price.text(of(charges[side])) : "-";
  return (
    <>
      <FigureTable
        head={["Charges", "to enter", "to close, est."]}
        rows={LINES.map(([label, of], i) => ({
          label,
          figures: [text(of, "entry"), text(of, "closing")],
          isTotal: i === LINES.length - 1,
        }))}
      />
      <label className={styles["brokerage"]}>
        Brokerage an order ₹
        <input
          type="number"
          className={common["number"]}
          min={0}
          max={MOST_BROKERAGE}
          step={1}
          value={brokerage}
          onChange={({ target }) => setBrokerage(Math.min(Math.max(target.valueAsNumber || 0, 0), MOST_BROKERAGE))}
        />
      </label>
      {charges?.entry.isApproximate ? (
        <p className={common["quiet"]}>Rates before 1 Oct 2024 are approximate.</p>
      ) : undefined}
    </>
  );
}
