import type { ReactNode } from "react";
import { Button } from "../controls/Button.tsx";
import { Dialog, type DialogProps } from "./Dialog.tsx";

type ConfirmDialogProps = Omit<DialogProps, "footer" | "onClose"> & {
  /** Nothing is done: Cancel, Esc, the close button. */
  readonly onClose: () => void;
  /** What the deciding button says. */
  readonly confirm: string;
  /** 'danger': something is lost by it. */
  readonly kind?: "primary" | "danger";
  readonly cancel?: string;
  /** Why nothing can be decided yet. */
  readonly why?: string | undefined;
  /** It is being sent: a press counts for nothing, and the focus stays where it is. */
  readonly isBusy?: boolean;
  /** Stands before the buttons. */
  readonly aside?: ReactNode;
} & (
    | { readonly onConfirm: () => void; readonly form?: undefined }
    /** The id of a form in the body, which the deciding button sends. */
    | { readonly form: string; readonly onConfirm?: undefined }
  );

/** Asks, and does nothing before the deciding button is pressed. */
export function ConfirmDialog({
  confirm,
  kind = "primary",
  cancel = "Cancel",
  why,
  isBusy = false,
  aside,
  form,
  onConfirm,
  ...dialog
}: ConfirmDialogProps): ReactNode {
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          {aside}
          <Button onClick={dialog.onClose}>{cancel}</Button>
          <Button
            kind={kind}
            {...(form === undefined ? {} : { type: "submit", form })}
            disabled={why !== undefined}
            aria-disabled={isBusy}
            aria-busy={isBusy}
            title={why ?? (isBusy ? "It is being sent" : undefined)}
            onClick={() => {
              if (!isBusy) onConfirm?.();
            }}
          >
            {confirm}
          </Button>
        </>
      }
    />
  );
}
