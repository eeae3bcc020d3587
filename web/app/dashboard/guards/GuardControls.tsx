import { useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { Button } from "../../../components/controls/Button.tsx";
import { type GuardState, stopTradingAtom } from "../../../state/orders/guards.ts";
import { Question } from "../changes/Question.tsx";
import { LimitsDialog } from "./LimitsDialog.tsx";
import { useSwitch } from "./use-switch.ts";

interface GuardControlsProps {
  readonly guards: GuardState;
  readonly isPractice: boolean;
  /** Something was changed. */
  readonly onDone: () => void;
}

const STOP =
  "Stop trading? New orders are refused from now on and pending ones are cancelled, until you release the switch. Exits and cancellations still go.";

/** The kill switch, and the user's limits. A real broker's first order waits for limits, so their dialog opens by itself. */
export function GuardControls({ guards, isPractice, onDone }: GuardControlsProps): ReactNode {
  const [opened, setOpened] = useState<"limits" | "stop" | undefined>(guards.isNeeded ? "limits" : undefined);
  const { isBusy, turn: send } = useSwitch();
  const setStop = useSetAtom(stopTradingAtom);
  const close = (): void => setOpened(undefined);

  async function turn(stopped: boolean): Promise<void> {
    if (!(await send(() => setStop(stopped), stopped))) return;
    // The limits may be open by then.
    setOpened((now) => (now === "stop" ? undefined : now));
    onDone();
  }

  return (
    <>
      <Button size="header" onClick={() => setOpened("limits")}>
        Limits
      </Button>
      {guards.stopped === "own" ? (
        <Button size="header" aria-disabled={isBusy} onClick={() => void turn(false)}>
          Release the switch
        </Button>
      ) : (
        <Button size="header" kind="danger" onClick={() => setOpened("stop")}>
          Stop trading
        </Button>
      )}
      {opened === "limits" ? <LimitsDialog guards={guards} isPractice={isPractice} onClose={close} /> : undefined}
      {opened === "stop" ? (
        <Question title="Stop trading" question={STOP} isBusy={isBusy} onNo={close} onYes={() => void turn(true)} />
      ) : undefined}
    </>
  );
}
