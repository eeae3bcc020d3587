import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { ConfirmDialog } from "../../components/overlays/ConfirmDialog.tsx";
import { type Question, questionAtom } from "../../state/saved/private/question.ts";
import { useUnlockForm } from "../forms/use-unlock-form.tsx";

/** Asks for the passphrase of what is private by choice. Whoever needs it waits; without it nothing is read or overwritten. */
export function Unlock(): ReactNode {
  const question = useAtomValue(questionAtom);
  return question && <UnlockDialog settle={question.settle} />;
}

function UnlockDialog({ settle }: Pick<Question, "settle">): ReactNode {
  const { form, ...foot } = useUnlockForm(
    "This is private by choice: only your passphrase opens it, and nobody can recover that.",
    settle,
  );
  return (
    <ConfirmDialog
      open
      title="Locked"
      onClose={() => settle()}
      confirm={foot.isBusy ? "Unlocking..." : "Unlock"}
      cancel="Stay locked"
      form={foot.id}
      why={foot.why}
      isBusy={foot.isBusy}
    >
      {form}
    </ConfirmDialog>
  );
}
