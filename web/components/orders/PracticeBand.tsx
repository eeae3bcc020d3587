import type { ReactNode } from "react";
import styles from "./orders.module.css";

/** Stands wherever figures of the practice broker do: in accent, never in a colour of state. */
export function PracticeBand({ words = "No money moves." }: { readonly words?: string }): ReactNode {
  return (
    <p className={styles["practice"]}>
      <b>Practice broker</b> {words}
    </p>
  );
}
