import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "../controls/IconButton.tsx";
import { Icon } from "../more-icons.tsx";
import styles from "./dialog.module.css";

/** Pixels, or a share of the window that is the larger the smaller that is: 'edit' 40 to 60 per cent, 'trade' 55 to 85. */
export type DialogWidth = number | "edit" | "trade" | "strategy";

export type DialogProps = {
  readonly open: boolean;
  /**
   * Asked for by Esc, the close button, or a form of method dialog; the caller sets `open`. Absent: there is neither
   * button nor Esc, and only what stands in the dialog ends it.
   */
  readonly onClose?: () => void;
  readonly title: string;
  /** Stands in the place of the title, which then only names the dialog. */
  readonly heading?: ReactNode;
  /** A band at the top in the fill of the side. */
  readonly tone?: "buy" | "sell";
  /** 400 pixels by default. */
  readonly width?: DialogWidth;
  /** 'top': its upper edge stays where it is while what stands in it grows and shrinks. Default: the middle of the window. */
  readonly place?: "top";
  /** Buttons at the foot, right-aligned. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
};

/** What gets the focus when a dialog opens: the first control of its body, else of its foot. */
const FIRST_CONTROL = "[data-dialog-part] :is(input, select, textarea, button, a[href]):not(:disabled)";

/** The platform's modal dialog: it traps the focus, gives it back, and makes the page behind inert. */
export function Dialog({
  open,
  onClose,
  title,
  heading,
  tone,
  width = 400,
  place,
  footer,
  children,
}: DialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (element === null || open === element.open) return;
    if (!open) {
      element.close();
      return;
    }
    element.showModal();
    // The platform would choose the close button, which stands first.
    element.querySelector<HTMLElement>(FIRST_CONTROL)?.focus();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      className={styles["dialog"]}
      data-tone={tone}
      data-place={place}
      data-width={typeof width === "string" ? width : undefined}
      style={typeof width === "string" ? undefined : { width }}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault(); // the caller decides; otherwise state and element could disagree
        if (event.target === dialog.current) onClose?.(); // React hands on that of a dialog within it, too
      }}
      onClose={(event) => {
        if (!open || event.target !== dialog.current) return;
        if (onClose) onClose();
        else dialog.current?.showModal(); // a browser may insist on Esc after the second time
      }}
    >
      {open ? (
        <>
          <div className={styles["header"]}>
            <h2 id={titleId} className={heading === undefined ? undefined : "visually-hidden"}>
              {title}
            </h2>
            {heading}
            {onClose === undefined ? undefined : (
              <IconButton label="Close" onClick={onClose}>
                <Icon name="close" />
              </IconButton>
            )}
          </div>
          <div className={styles["body"]} data-dialog-part="">
            {children}
          </div>
          {footer === undefined ? undefined : (
            <div className={styles["footer"]} data-dialog-part="">
              {footer}
            </div>
          )}
        </>
      ) : undefined}
    </dialog>
  );
}
