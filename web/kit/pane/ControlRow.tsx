import type { ReactNode } from "react";
import styles from "./pane.module.css";

/** The row of 40 px between header and body, for controls that the header has no room for. It scrolls where it is too long. */
export function ControlRow({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles["controls"]}>{children}</div>;
}
