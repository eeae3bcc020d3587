import type { ReactNode } from "react";
import { Button } from "../../../components/Button.tsx";
import { Dialog } from "../../../components/Dialog.tsx";

interface QuestionProps {
  readonly title: string;
  readonly question: string;
  readonly isBusy: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asked before something is taken back or closed. */
export function Question({ title, question, isBusy, onYes, onNo }: QuestionProps): ReactNode {
  return (
    <Dialog
      open
      title={title}
      onClose={onNo}
      footer={
        <>
          <Button onClick={onNo}>No</Button>
          <Button kind="danger" disabled={isBusy} {...(isBusy && { title: "It is being sent" })} onClick={onYes}>
            Yes
          </Button>
        </>
      }
    >
      <p>{question}</p>
    </Dialog>
  );
}
