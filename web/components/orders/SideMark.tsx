import type { ReactNode } from "react";
import styles from "./side-mark.module.css";

/** B or S, white on the side's colour. */
export function SideMark({ side }: { readonly side: "B" | "S" }): ReactNode {
  return (
    <span className={styles["mark"]} data-side={side === "B" ? "buy" : "sell"}>
      {side}
    </span>
  );
}
