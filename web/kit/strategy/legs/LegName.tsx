import type { ReactNode } from "react";
import { strikeText } from "../../../format/strike-text.ts";
import { SideName } from "../../pane/figures/SideName.tsx";
import styles from "./legs.module.css";

interface LegNameProps {
  readonly leg: {
    readonly type: "CE" | "PE";
    /** Bought, negative where sold. */
    readonly lots: number;
    /** Rupees. */
    readonly strike: number;
  };
}

/** 'B 24,050 CE', 'S 2 x 24,150 CE': a leg among others on a line. */
export function LegName({ leg: { type, lots, strike } }: LegNameProps): ReactNode {
  const count = Math.abs(lots);
  return (
    <span className={styles["leg"]}>
      <b data-side={lots > 0 ? "buy" : "sell"}>{lots > 0 ? "B" : "S"}</b> {count > 1 ? `${count} x ` : ""}
      {strikeText(strike)} <SideName side={type === "CE" ? "ce" : "pe"}>{type}</SideName>
    </span>
  );
}
