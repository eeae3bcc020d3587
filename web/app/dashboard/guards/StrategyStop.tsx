import { useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { Button } from "../../../components/controls/Button.tsx";
import { stopStrategyAtom } from "../../../state/orders/guards.ts";
import { Question } from "../changes/Question.tsx";
import styles from "../dashboard.module.css";
import { useSwitch } from "./use-switch.ts";

interface StrategyStopProps {
  readonly strategy: string;
  readonly name: string;
  readonly isStopped: boolean;
  /** Something was changed. */
  readonly onDone: () => void;
}

/** The kill switch of one strategy. It is released where all that are thrown are listed. */
export function StrategyStop({ strategy, name, isStopped, onDone }: StrategyStopProps): ReactNode {
  const [isAsked, setIsAsked] = useState(false);
  const { isBusy, turn } = useSwitch();
  const setStop = useSetAtom(stopStrategyAtom);
  if (isStopped) return <em className={styles["isStopped"]}>Stopped</em>;
  return (
    <>
      <Button
        className={styles["inHeading"]}
        size="header"
        aria-label={`Stop trading of ${name}`}
        onClick={() => setIsAsked(true)}
      >
        Stop trading
      </Button>
      {isAsked ? (
        <Question
          title={`Stop ${name}`}
          question={`Stop ${name}? ${STOP}`}
          isBusy={isBusy}
          onNo={() => setIsAsked(false)}
          onYes={async () => {
            if (!(await turn(() => setStop({ strategy, stopped: true }), true))) return;
            setIsAsked(false);
            onDone();
          }}
        />
      ) : undefined}
    </>
  );
}

const STOP =
  "New orders for it are refused from now on and its pending ones are cancelled, until you release it. What it holds stays: exits and cancellations still go.";
