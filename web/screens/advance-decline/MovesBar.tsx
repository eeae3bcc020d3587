import type { ReactNode } from "react";
import styles from "./advance-decline.module.css";

interface MovesBarProps {
  readonly advances: number;
  readonly declines: number;
}

/** The share of those that rose, and of those that fell. */
export function MovesBar({ advances, declines }: MovesBarProps): ReactNode {
  return (
    <span className={styles["moves"]} aria-hidden="true">
      <span style={{ flexGrow: advances }} />
      <span style={{ flexGrow: declines }} />
    </span>
  );
}
