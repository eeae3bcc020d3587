import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { Dialog } from "../../components/overlays/Dialog.tsx";
import { saveConflictsAtom } from "../../state/saved/save-conflicts.ts";

/** Asks which of two versions is to be kept. Either answer loses the other version, so none is suggested and none can be passed over. */
export function SaveConflict(): ReactNode {
  const [conflict] = useAtomValue(saveConflictsAtom);
  if (conflict === undefined) return undefined;
  const { key, label, decide } = conflict;
  return (
    <Dialog
      key={key}
      open
      title="Changed elsewhere"
      footer={
        <>
          <Button onClick={() => decide("mine")}>Keep mine</Button>
          <Button onClick={() => decide("theirs")}>Take theirs</Button>
        </>
      }
    >
      <p>Another page or device saved {label} after this page had loaded them. Nothing is overwritten yet.</p>
      <p>
        <strong>Keep mine</strong> saves what you have here, in place of theirs. <strong>Take theirs</strong> shows what
        was saved there, and drops your last change.
      </p>
    </Dialog>
  );
}
