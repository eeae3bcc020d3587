import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import type { PaneContext } from "#contract/worker/screen.ts";
import { AskedPart } from "../../components/AskedPart.tsx";
import { Button } from "../../components/controls/Button.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { useFact } from "../../state/market/slow-fact.ts";
import type { AlertLine, AlertPane } from "./alert-pane.ts";
import { armedRulesAtom } from "./rules.ts";

const AlertsPopup = lazyPart(() => import("./AlertsPopup.tsx"), "AlertsPopup");

interface AlertsButtonProps {
  readonly pane: AlertPane;
  /** What a rule can be made of. */
  readonly lines: readonly AlertLine[];
}

const isLiveOf = (context: PaneContext | undefined): boolean => context !== undefined && context.day === undefined;

/** 'Alerts (2) (Beta)': opens the dialog. On a past day there are no alerts. */
export function AlertsButton({ pane, lines }: AlertsButtonProps): ReactNode {
  const [isOpen, open] = useState(false);
  const isLive = useFact(pane.contextAtom, isLiveOf);
  const count = useAtomValue(armedRulesAtom).filter(({ screen }) => screen === pane.screen.id).length;
  if (!isLive) return undefined;
  return (
    <>
      <Button
        size="header"
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
        // The dialog takes the focus, and closes itself, once it is there.
        onKeyDown={({ key }) => key === "Escape" && open(false)}
      >
        {count > 0 ? `Alerts (${count}) (Beta)` : "Alerts (Beta)"}
      </Button>
      {isOpen ? (
        <AskedPart>
          <AlertsPopup pane={pane} lines={lines} onClose={() => open(false)} />
        </AskedPart>
      ) : undefined}
    </>
  );
}
