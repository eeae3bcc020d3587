import type { ReactNode } from "react";
import styles from "./pane.module.css";

interface ControlRowProps {
  readonly children: ReactNode;
  /** Too long, it goes on in another line: buttons that act must be in view. */
  readonly wraps?: boolean;
}

/** The row of 40 px between header and body, for controls that the header has no room for. It scrolls where it is too long. */
export function ControlRow({ children, wraps = false }: ControlRowProps): ReactNode {
  return (
    <div className={styles["controls"]} data-wraps={wraps || undefined}>
      {children}
    </div>
  );
}
