import type { ReactNode } from "react";
import styles from "./strategy.module.css";

interface StrategyPanelProps {
  readonly name: string;
  /** What stands over it now; absent: its name. */
  readonly title?: string;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A panel in the ladder's place: a title, and what scrolls under it. */
export function StrategyPanel({ name, title = name, actions, children }: StrategyPanelProps): ReactNode {
  return (
    <section className={styles["panel"]} aria-label={name}>
      <header className={styles["panelTitle"]}>
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
