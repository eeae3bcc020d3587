import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import { StrategyPanel } from "../StrategyPanel.tsx";
import { useStrategy } from "../strategy-pane.ts";
import { SaveForm } from "./SaveForm.tsx";
import { useSave } from "./use-keeping.ts";

/** Saving of the strategy that the builder holds, in the ladder's place. */
export function SavePanel(): ReactNode {
  const pane = useStrategy();
  const open = useAtomValue(pane.openAtom);
  const hasLegs = useAtomValue(pane.legsAtom).length > 0;
  const save = useSave();
  const [isBusy, setBusy] = useState(false);
  return (
    <StrategyPanel name="Save Strategies" {...(isBusy && { title: "Saving..." })}>
      <SaveForm hasLegs={hasLegs} open={open} save={save} isBusy={isBusy} onBusy={setBusy} />
    </StrategyPanel>
  );
}
