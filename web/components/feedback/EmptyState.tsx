import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

type EmptyStateProps = {
  /** One sentence. */
  readonly message: string;
  /** What may help: one action, or two. */
  readonly action?: ReactNode;
};

/** Stands in the place of the data. */
export function EmptyState({ message, action }: EmptyStateProps): ReactNode {
  return (
    <div className={styles["empty"]}>
      <p className={styles["message"]}>{message}</p>
      {action}
    </div>
  );
}
