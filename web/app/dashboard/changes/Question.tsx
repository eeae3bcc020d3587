import type { ReactNode } from "react";
import { ConfirmDialog } from "../../../components/overlays/ConfirmDialog.tsx";

interface QuestionProps {
  readonly title: string;
  readonly question: string;
  readonly isBusy: boolean;
  /** What else there is to decide. */
  readonly children?: ReactNode;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asked before something is taken back or closed. */
export function Question({ title, question, isBusy, children, onYes, onNo }: QuestionProps): ReactNode {
  return (
    <ConfirmDialog
      open
      title={title}
      onClose={onNo}
      confirm="Yes"
      cancel="No"
      kind="danger"
      isBusy={isBusy}
      onConfirm={onYes}
    >
      <p>{question}</p>
      {children}
    </ConfirmDialog>
  );
}
