import type { ReactNode } from "react";
import styles from "./link-letter.module.css";

export type LinkGroup = "A" | "B" | "C" | "D";

/** Panes of one letter share symbol, expiry and clock. */
export function LinkLetter({ group }: { readonly group: LinkGroup }): ReactNode {
  return (
    <span className={styles["letter"]} data-group={group} title={`Link group ${group}`}>
      {group}
    </span>
  );
}
