import { useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { Button } from "../../../components/controls/Button.tsx";
import { stopStrategyAtom } from "../../../state/orders/guards.ts";
import styles from "../dashboard.module.css";
import { useStrategyNames } from "../tables/use-strategy-names.ts";
import { useSwitch } from "./use-switch.ts";

/** Strategies whose switch is thrown, whatever else is looked at: each can be released. */
export function StoppedStrategies({ strategies }: { readonly strategies: readonly string[] }): ReactNode {
  const nameOf = useStrategyNames(strategies);
  const { isBusy, turn } = useSwitch();
  const setStop = useSetAtom(stopStrategyAtom);
  return (
    <div className={styles["stopped"]} role="status">
      <span>{WORDS}</span>
      {strategies.map((strategy) => (
        <Button
          key={strategy}
          size="header"
          disabled={isBusy}
          {...(isBusy && { title: "It is being sent" })}
          onClick={() => void turn(() => setStop({ strategy, stopped: false }), false)}
        >
          {`Release ${nameOf(strategy)}`}
        </Button>
      ))}
    </div>
  );
}

const WORDS = "Stopped strategies: no new orders go for them. Exits and cancellations still go.";
