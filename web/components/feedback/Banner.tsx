import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { IconButton } from "../controls/IconButton.tsx";
import { Icon } from "../more-icons.tsx";
import styles from "./banner.module.css";

type BannerProps = {
  readonly type?: "info" | "danger";
  readonly message: string;
  /** Absent: it stays until its reason is gone. */
  readonly onDismiss?: () => void;
};

/** One line across the shell, or a note above a form. Danger is said at once to screen readers. */
export function Banner({ type = "info", message, onDismiss }: BannerProps): ReactNode {
  return (
    <div
      className={classNames(styles["banner"], styles[type])}
      role={type === "danger" ? "alert" : "status"}
      data-banner={type}
    >
      <Icon name={type === "danger" ? "warning" : "info"} />
      <p className={styles["message"]}>{message}</p>
      {onDismiss === undefined ? undefined : (
        <IconButton label="Dismiss" className={styles["close"]} onClick={onDismiss}>
          <Icon name="close" />
        </IconButton>
      )}
    </div>
  );
}
