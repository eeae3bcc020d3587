import type { ReactNode } from "react";
import styles from "./dashboard.module.css";
import { OF_DAY, Total } from "./tables/cells.tsx";
import type { PositionTotals } from "./tables/position-rows.ts";

/** The profit of the day over all positions, those that are closed included. */
export function Sums({ totals }: { readonly totals: PositionTotals }): ReactNode {
  const { realized, unrealized, total, of } = totals;
  const sums = { Realized: realized, Unrealized: unrealized, "Total P&L": total };
  return (
    <dl className={styles["sums"]} aria-label="Profit of the day" title={OF_DAY}>
      {Object.entries(sums).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Total value={value} of={of} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
