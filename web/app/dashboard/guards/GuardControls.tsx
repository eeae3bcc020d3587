import { useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { toasts } from "../../../components/toasts/toasts.ts";
import { type GuardState, stopTradingAtom } from "../../../state/orders/guards.ts";
import { Question } from "../changes/Question.tsx";
import { LimitsDialog } from "./LimitsDialog.tsx";

interface GuardControlsProps {
  readonly guards: GuardState;
  readonly isPractice: boolean;
  /** Something was changed. */
  readonly onDone: () => void;
}

const LATER = "The switch could not be thrown: try again";
const STOP =
  "Stop trading? New orders are refused from now on and pending ones are cancelled, until you release the switch. Exits and cancellations still go.";

/** The kill switch, and the user's limits. A real broker's first order waits for limits, so their dialog opens by itself. */
export function GuardControls({ guards, isPractice, onDone }: GuardControlsProps): ReactNode {
  const [opened, setOpened] = useState<"limits" | "stop" | undefined>(guards.isNeeded ? "limits" : undefined);
  const [isBusy, setIsBusy] = useState(false);
  const setStop = useSetAtom(stopTradingAtom);
  const close = (): void => setOpened(undefined);

  async function turn(stopped: boolean): Promise<void> {
    setIsBusy(true);
    try {
      toasts.show({ message: await setStop(stopped), type: stopped ? "warning" : "success" });
      close();
      onDone();
    } catch (error) {
      console.warn("kill switch:", error);
      toasts.show({ message: LATER, type: "error" });
    } finally {
      setIsBusy(false);
    }
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
