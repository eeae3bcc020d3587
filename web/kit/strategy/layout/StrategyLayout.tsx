import { type ReactNode, Suspense } from "react";
import { useMount } from "../../pane/mount.ts";
import styles from "./layout.module.css";

interface StrategyLayoutProps {
  /** The ladder, or what takes its place. */
  readonly side: ReactNode;
  readonly chart: ReactNode;
  /** Under the chart: legs at the left, figures at the right. */
  readonly legs: ReactNode;
  readonly figures: ReactNode;
}

/** How a builder arranges its parts; each may come later than the others. */
export function StrategyLayout({ side, chart, legs, figures }: StrategyLayoutProps): ReactNode {
  const { isCompact } = useMount();
  return (
    <div className={styles["frame"]} data-page={isCompact ? undefined : ""}>
      <div className={styles["builder"]}>
        <div className={styles["side"]}>
          <Suspense>{side}</Suspense>
        </div>
        <div className={styles["main"]}>
          <div className={styles["chart"]}>
            <Suspense>{chart}</Suspense>
          </div>
          <div className={styles["foot"]}>
            <Suspense>{legs}</Suspense>
            <Suspense>{figures}</Suspense>
          </div>
        </div>
      </div>
    </div>
  );
}

/** At the right end of a row of controls: what can be done with the strategy as a whole. */
export function StrategyActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className={styles["actions"]}>{children}</span>;
}
