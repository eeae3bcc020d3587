import type { ReactNode } from "react";
import { Button } from "../../../components/controls/Button.tsx";
import styles from "./keeping.module.css";

/** What could not be had of the kept strategies, and how it is asked for again. */
export interface Failure {
  readonly message: string;
  readonly retry: () => Promise<void>;
}

/** Stands over the list until the next attempt. */
export function FailedLoad({ message, retry }: Failure): ReactNode {
  return (
    <p className={styles["keepRow"]} role="alert">
      <span data-tone="down">{message}</span>
      <Button size="header" onClick={() => void retry()}>
        Retry
      </Button>
    </p>
  );
}
