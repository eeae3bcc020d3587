import { useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { useGuards } from "../../components/orders/use-guards.ts";
import { ConfirmDialog } from "../../components/overlays/ConfirmDialog.tsx";
import { stopAllTradingAtom } from "../../state/orders/guards.ts";
import { useSwitch } from "../dashboard/guards/use-switch.ts";

/** The operator's kill switch: nobody's new orders go, exits and cancellations still do. */
export function TradingSwitch(): ReactNode {
  const guards = useGuards();
  const stopAll = useSetAtom(stopAllTradingAtom);
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, turn: send } = useSwitch();
  if (guards === undefined) return undefined;

  async function turn(stopped: boolean): Promise<void> {
    if (await send(() => stopAll(stopped), stopped)) setIsAsking(false);
  }

  if (guards.stopped === "operator") {
    return (
      <Button size="header" aria-disabled={isBusy} onClick={() => void turn(false)}>
        Release trading for everybody
      </Button>
    );
  }
  return (
    <>
      <Button size="header" kind="danger" onClick={() => setIsAsking(true)}>
        Stop trading for everybody
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Stop trading for everybody"
        onClose={() => setIsAsking(false)}
        confirm="Yes"
        cancel="No"
        kind="danger"
        isBusy={isBusy}
        onConfirm={() => void turn(true)}
      >
        <p>
          New orders of every user are refused from now on and pending ones are cancelled, until the switch is released.
          Exits and cancellations still go.
        </p>
      </ConfirmDialog>
    </>
  );
}
