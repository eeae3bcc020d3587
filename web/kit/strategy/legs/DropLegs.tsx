import type { ReactNode } from "react";
import { ConfirmDialog } from "../../../components/overlays/ConfirmDialog.tsx";

interface DropLegsProps {
  readonly title: string;
  /** What the deciding button says. */
  readonly confirm: string;
  /** Whose legs come: 'the link'. */
  readonly other: string;
  readonly onAnswer: (isAgreed: boolean) => void;
}

/** Asks before other legs take the place of legs that are not saved (`losesLegs`). */
export function DropLegs({ title, confirm, other, onAnswer }: DropLegsProps): ReactNode {
  return (
    <ConfirmDialog
      open
      onClose={() => onAnswer(false)}
      title={title}
      width={380}
      confirm={confirm}
      kind="danger"
      cancel="Keep my legs"
      onConfirm={() => onAnswer(true)}
    >
      <p>{`The legs of the builder, put away or not, are not saved: those of ${other} take their place.`}</p>
    </ConfirmDialog>
  );
}
