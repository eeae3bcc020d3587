import { type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { classNames } from "../class-names.ts";
import { Button } from "../controls/Button.tsx";
import { IconButton } from "../controls/IconButton.tsx";
import { Icon } from "../more-icons.tsx";
import { MOST_VISIBLE, type Toast, toastTitle } from "./toast-store.ts";
import styles from "./toasts.module.css";
import { toasts } from "./toasts.ts";

/** Top right under the header. One live region, there before the first message, so that readers hear each. */
export function ToastArea(): ReactNode {
  const open = useSyncExternalStore(toasts.subscribe, toasts.list);
  const waiting = open.length - MOST_VISIBLE;
  const area = useRef<HTMLElement>(null);
  const newest = open[0]?.id;

  // In the top layer, above whatever dialog was opened since the last message: an order's error must be readable.
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    if (element.matches(":popover-open")) element.hidePopover();
    if (newest !== undefined) element.showPopover();
  }, [newest]);

  return (
    <section
      ref={area}
      popover="manual"
      className={styles["area"]}
      aria-label="Notifications"
      aria-live="polite"
      data-toasts=""
    >
      {open.slice(0, MOST_VISIBLE).map((toast) => (
        <ToastBox key={toast.id} toast={toast} onClose={() => toasts.close(toast.id)} />
      ))}
      {waiting > 0 ? <p className={styles["waiting"]}>{waiting} more</p> : undefined}
    </section>
  );
}

function ToastBox({ toast, onClose }: { readonly toast: Toast; readonly onClose: () => void }): ReactNode {
  const { action } = toast;
  return (
    <div
      className={classNames(styles["toast"], styles[toast.type])}
      role={toast.type === "error" ? "alert" : undefined}
      data-toast={toast.type}
    >
      <div className={styles["text"]}>
        <p className={styles["title"]}>{toastTitle(toast)}</p>
        <p className={styles["message"]}>{toast.message}</p>
      </div>
      {action ? (
        <Button
          size="header"
          onClick={() => {
            onClose();
            action.run();
          }}
        >
          {action.label}
        </Button>
      ) : undefined}
      <IconButton label="Close" className={styles["close"]} onClick={onClose}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}
