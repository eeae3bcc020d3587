import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { SegmentedControl } from "../../components/controls/SegmentedControl.tsx";
import { Dialog } from "../../components/overlays/Dialog.tsx";
import { modeChain } from "./pane.ts";

/** What the analysis may compare with. */
export const BASES = [
  { value: "previousClose", label: "Previous Close" },
  { value: "openToday", label: "Open Price" },
] as const;

/** Asked once, when the analysis is turned on first. Later it is chosen in the bar. */
export function BasisModal({ onClose }: { readonly onClose: () => void }): ReactNode {
  const pane = modeChain.use();
  const { openToday } = useAtomValue(pane.tweaksAtom);
  const answer = useSetAtom(pane.answerBasisAtom);
  const [basis, choose] = useState<(typeof BASES)[number]["value"]>(openToday ? "openToday" : "previousClose");
  return (
    <Dialog
      open
      onClose={onClose}
      title="Calculate Analysis based on"
      footer={
        <Button
          kind="primary"
          onClick={() => {
            answer(basis);
            onClose();
          }}
        >
          Ok
        </Button>
      }
    >
      <SegmentedControl
        label="Calculate Analysis based on"
        size="form"
        segments={BASES}
        value={basis}
        onChange={choose}
      />
    </Dialog>
  );
}
