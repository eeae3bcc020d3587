import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

type EmptyStateProps = {
  /** One sentence. */
  readonly message: string;
  /** A mark above it: the logo for 'nothing yet', a sign for an error. */
  readonly mark?: ReactNode;
  /** What may help: one action, or two. */
  readonly action?: ReactNode;
};

/** Stands in the place of the data. */
export function EmptyState({ message, mark, action }: EmptyStateProps): ReactNode {
  return (
    <div className={styles["empty"]}>
      {mark}
      <p className={styles["message"]}>{message}</p>
      {action}
    </div>
  );
}
